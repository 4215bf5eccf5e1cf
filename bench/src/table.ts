import Table from 'cli-table3';

/** Renders a text table: the first column left-aligned, figures right-aligned. */
export function renderTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const table = new Table({
    head: [...head],
    colAligns: head.map((_, index) => (index === 0 ? 'left' : 'right')),
    style: { head: [], border: [], compact: true },
  });
  table.push(...rows.map((row) => [...row]));
  return table.toString();
}

export function whole(value: number): string {
  return Math.round(value).toLocaleString('en');
}

export function fixed(value: number): string {
  return value.toFixed(2);
}
