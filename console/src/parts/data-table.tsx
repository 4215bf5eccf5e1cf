import { Table } from '@mantine/core';
import type { ReactNode } from 'react';

export interface Column<Row> {
  readonly title: string;
  /** Numbers are aligned at their end. */
  readonly align?: 'end';
  /** The column that names a row. */
  readonly isHeader?: boolean;
  /** True for a column of buttons, whose title only screen readers need. */
  readonly isTitleHidden?: boolean;
  readonly render: (row: Row) => ReactNode;
}

export interface DataTableProps<Row> {
  /** What the rows are. Read out before the table. */
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
}

/** A table that becomes a list of cards where the screen is narrow: no table scrolls sideways there. */
export function DataTable<Row>({ caption, columns, rows, rowKey }: DataTableProps<Row>): ReactNode {
  return (
    <div className="table-frame">
      <Table className="data-table" verticalSpacing="sm" horizontalSpacing="md" highlightOnHover>
        <caption className="visually-hidden">{caption}</caption>
        <Table.Thead>
          <Table.Tr>
            {columns.map(({ title, align, isTitleHidden }) => (
              <Table.Th key={title} scope="col" className={align === 'end' ? 'end' : undefined}>
                {isTitleHidden === true ? <span className="visually-hidden">{title}</span> : title}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={rowKey(row)}>
              {columns.map((column) => (
                <Cell key={column.title} column={column} row={row} />
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }): ReactNode {
  const { title, align, isHeader, isTitleHidden, render } = column;
  const className = align === 'end' ? 'end' : undefined;
  const label = isTitleHidden === true ? undefined : title;
  if (isHeader === true) {
    return (
      <Table.Th scope="row" className={className} data-label={label}>
        {render(row)}
      </Table.Th>
    );
  }
  return (
    <Table.Td className={className} data-label={label}>
      <div className="cell">{render(row)}</div>
    </Table.Td>
  );
}
