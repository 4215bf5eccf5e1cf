import { ActionIcon, Drawer } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useEffect, type ReactNode } from 'react';
import { Link, Outlet, ScrollRestoration, useLocation } from 'react-router';
import { MenuIcon } from '../parts/icons.js';
import { Navigation } from './navigation.js';
import { UserMenu } from './user-menu.js';

/** The frame of all pages behind the sign-in. */
export function Shell(): ReactNode {
  const [isOpen, { open, close }] = useDisclosure(false);
  const { pathname } = useLocation();
  useEffect(close, [pathname, close]);
  return (
    <div className="shell">
      <a href="#main" className="skip-link">
        Skip to the content
      </a>
      <header className="top-bar">
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label="Open the navigation" onClick={open}>
          <MenuIcon />
        </ActionIcon>
        <Brand />
      </header>
      <aside className="side-bar" aria-label="Navigation">
        <Brand />
        <Navigation />
        <UserMenu />
      </aside>
      <Drawer opened={isOpen} onClose={close} title="Prospecting" size={280} className="side-drawer">
        <div className="drawer-body">
          <Navigation />
          <UserMenu />
        </div>
      </Drawer>
      <main id="main" className="main" tabIndex={-1}>
        <Outlet />
      </main>
      <ScrollRestoration />
    </div>
  );
}

function Brand(): ReactNode {
  return (
    <Link to="/" className="brand">
      <img src="/logo.svg" width="24" height="24" alt="" />
      Prospecting
    </Link>
  );
}
