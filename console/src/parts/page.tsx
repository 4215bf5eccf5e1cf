import { useEffect, useRef, type ReactNode } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';

export interface PageProps {
  readonly title: string;
  /** One sentence under the title. */
  readonly lead?: ReactNode;
  /** Buttons beside the title. */
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
}

/** Path of the page that had the focus last. Undefined until the first page is shown. */
let focusedPath: string | undefined;

/** Frame of every page: its title in the tab and in the heading, which takes the focus when one arrives. */
export function Page({ title, lead, actions, children }: PageProps): ReactNode {
  const heading = useRef<HTMLHeadingElement>(null);
  const { pathname } = useLocation();
  const how = useNavigationType();

  useEffect(() => {
    document.title = `${title} · Prospecting`;
  }, [title]);

  useEffect(() => {
    // The first page leaves the focus where the browser puts it: before the skip link.
    if (focusedPath !== undefined && focusedPath !== pathname)
      heading.current?.focus({ preventScroll: how === NavigationType.Pop });
    focusedPath = pathname;
  }, [pathname, how]);

  return (
    <div className="page">
      <header className="page-head">
        <div>
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {lead !== undefined && <p className="lead">{lead}</p>}
        </div>
        {actions !== undefined && <div className="page-actions">{actions}</div>}
      </header>
      {children}
    </div>
  );
}

export interface SectionProps {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A titled card of a page. */
export function Section({ title, lead, actions, children }: SectionProps): ReactNode {
  return (
    <section className="card" aria-label={title}>
      <div className="card-head">
        <div>
          <h2>{title}</h2>
          {lead !== undefined && <p className="lead">{lead}</p>}
        </div>
        {actions !== undefined && <div className="page-actions">{actions}</div>}
      </div>
      {children}
    </section>
  );
}
