import { operations } from '@prospecting/openapi';
import { errorPages } from './error-pages.js';
import { operationPage } from './operation-page.js';
import { landingPage, referencePage } from './overview-pages.js';
import { SECTIONS, type Page } from './page.js';
import { writtenPages } from './written-pages.js';

/** Returns every page of the site, in the order of the navigation. `folder` is the package's. */
export function allPages(folder: string): Page[] {
  const pages = [
    ...writtenPages(folder),
    referencePage(),
    ...Object.values(operations).map((operation) => operationPage(operation)),
    ...errorPages(),
  ];
  return [landingPage(pages), ...pages].toSorted(
    (one, other) => SECTIONS.indexOf(one.section) - SECTIONS.indexOf(other.section),
  );
}
