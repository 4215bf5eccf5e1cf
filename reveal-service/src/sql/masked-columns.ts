import { infoTypesOf, isPublic, type Subject } from '../subjects.js';

/**
 * Returns the columns of a subject's masked info types, each under the name of its info type. The
 * directory names the column of an info type as the info type, in snake_case.
 */
export function maskedColumns(subject: Subject, table: string): string {
  const toColumn = (infoType: string): string => infoType.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return infoTypesOf(subject)
    .filter((infoType) => !isPublic(subject, infoType))
    .map((infoType) => `${table}.${toColumn(infoType)} as "${infoType}"`)
    .join(', ');
}
