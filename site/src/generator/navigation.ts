import { LANDING, type Page, type Section } from './page.js';

/** An entry of the side bar, in the form of VitePress. */
export interface NavigationItem {
  readonly text: string;
  readonly link?: string;
  readonly items?: readonly NavigationItem[];
}

/** Returns the side bar. */
export function navigation(pages: readonly Page[]): NavigationItem[] {
  const group = (text: string, section: Section, overview?: string): NavigationItem => ({
    text,
    items: pages
      .filter((page) => page.section === section)
      .map((page) => ({
        text: page.path === overview ? 'Overview' : labelOf(page),
        link: page.path === LANDING ? '/' : `/${page.path}`,
      })),
  });
  const groups = [
    group('Start', 'Start'),
    group('Guides', 'Guides'),
    group('Reference', 'Reference', 'reference'),
    group('Clients and examples', 'Clients'),
    group('Errors', 'Errors', 'errors'),
  ];
  return groups.filter(({ items = [] }) => items.length > 0);
}

function labelOf({ path, title }: Page): string {
  if (path === LANDING) return 'Overview';
  return path.startsWith('errors/') ? path.slice('errors/'.length) : title;
}
