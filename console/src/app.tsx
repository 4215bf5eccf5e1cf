import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { RouterProvider } from 'react-router';
import { ApiClient } from './api/client.js';
import { SESSION_KEY } from './api/queries.js';
import { Announcer } from './parts/announcer.js';
import { createRoutes } from './routes.js';
import { ClientProvider } from './session/session.js';
import { colorSchemeManager, theme } from './theme/theme.js';

export function App(): ReactNode {
  const [{ client, queries, router }] = useState(assemble);
  return (
    // The variables and classes are in theme.css: the policy refuses style elements.
    <MantineProvider
      theme={theme}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <QueryClientProvider client={queries}>
        <ClientProvider client={client}>
          <Announcer>
            <RouterProvider router={router} />
          </Announcer>
        </ClientProvider>
      </QueryClientProvider>
    </MantineProvider>
  );
}

function assemble() {
  const queries = new QueryClient({
    // The client itself repeats reads, and only reads.
    // What the browser knows of its network is often wrong: a request says whether there is an answer.
    defaultOptions: {
      queries: { retry: false, staleTime: 15_000, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  const client = new ApiClient({
    fetch: (...request) => window.fetch(...request),
    pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    onSignedOut: () => {
      queries.setQueryData(SESSION_KEY, null);
      // Nothing of one reader is kept for the next.
      queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION_KEY[0] });
    },
  });
  return { queries, client, router: createRoutes() };
}
