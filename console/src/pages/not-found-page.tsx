import type { ReactNode } from 'react';
import { Page } from '../parts/page.js';
import { Empty } from '../parts/states.js';
import { To } from '../parts/values.js';

export function NotFoundPage(): ReactNode {
  return (
    <Page title="Nothing here">
      <div className="card">
        <Empty title="There is no such page, or it is not yours to see.">
          <p>
            <To to="/">Go to the overview</To>
          </p>
        </Empty>
      </div>
    </Page>
  );
}
