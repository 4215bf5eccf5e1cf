// Makes the tables of the chart's README.
import { DEFINITIONS } from './definitions.mjs';
import { isMap } from './values.mjs';

/** Returns the README with the text between its markers replaced by tables of the values. */
export function withTables(readme, values) {
  return replace(replace(readme, 'values', tableOfValues(values)), 'importJobs', tableOfImportJob());
}

function replace(readme, name, table) {
  const [start, end] = [`<!-- ${name}: generated -->`, `<!-- ${name}: end -->`];
  const [before, after] = [readme.indexOf(start), readme.indexOf(end)];
  if (before === -1 || after < before) throw new Error(`README.md of the chart has no marker ${start}`);
  return `${readme.slice(0, before + start.length)}\n\n${table}\n\n${readme.slice(after)}`;
}

function tableOfValues(values) {
  const rows = values
    .filter(({ value, type }) => !isMap(value) || type !== undefined)
    .map(({ path, text, value, type }) => [`\`${path}\``, type === 'service' ? '' : asCode(value), text]);
  return tableOf(['Value', 'Default', 'Meaning'], rows);
}

function tableOfImportJob() {
  return tableOf(['Field', 'Meaning'], rowsOf(DEFINITIONS.importJob, ''));
}

function rowsOf(schema, prefix) {
  return Object.entries(schema.properties).flatMap(([name, property]) => {
    const row = [`\`${prefix}${name}\``, property.description];
    if (property.items) return [row, ...rowsOf(property.items, `${prefix}${name}[].`)];
    return property.properties ? [row, ...rowsOf(property, `${prefix}${name}.`)] : [row];
  });
}

function asCode(value) {
  return value === '' ? '' : `\`${JSON.stringify(value).replaceAll('"', '')}\``;
}

function tableOf(head, rows) {
  const line = (cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
