import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.js';
import '@mantine/core/styles.css';
import './theme/theme.css';
import './shell/shell.css';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element for the console');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
