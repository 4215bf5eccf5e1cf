/** Compares what a page shows with what a program printed. `…` stands for what the page leaves out. */

export const ELLIPSIS = '…';

/** Returns true when a printed text is the shown one, in which `…` stands for any text. */
export function isText(shown: string, printed: string): boolean {
  const pattern = shown
    .split(ELLIPSIS)
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('.*');
  return new RegExp(`^${pattern}$`, 's').test(printed);
}

/**
 * Returns the first difference between the JSON value that a page shows and the one that was
 * printed, with its place; undefined without one. A shown text may elide as in {@link isText}, and
 * `"…"` stands for any value. A last element `"…"` of an array stands for any further elements, a
 * member `"…": "…"` of an object for any further members.
 */
export function difference(shown: unknown, printed: unknown, place = 'the answer'): string | undefined {
  if (shown === ELLIPSIS) return undefined;
  if (Array.isArray(shown)) return differenceOfArrays(shown, printed, place);
  if (typeof shown === 'object' && shown !== null) return differenceOfObjects(shown, printed, place);
  const same = typeof shown === 'string' && typeof printed === 'string' ? isText(shown, printed) : shown === printed;
  return same ? undefined : `${place} is ${JSON.stringify(printed)}, not ${JSON.stringify(shown)}`;
}

function differenceOfArrays(shown: readonly unknown[], printed: unknown, place: string): string | undefined {
  if (!Array.isArray(printed)) return `${place} is ${JSON.stringify(printed)}, not an array`;
  const open = shown.at(-1) === ELLIPSIS;
  const elements = open ? shown.slice(0, -1) : shown;
  if (open ? printed.length <= elements.length : printed.length !== elements.length)
    return `${place} has ${printed.length} elements, not ${open ? 'more than ' : ''}${elements.length}`;
  return firstOf(elements, (element, index) => difference(element, printed[index], `${place}[${index}]`));
}

function differenceOfObjects(shown: object, printed: unknown, place: string): string | undefined {
  if (typeof printed !== 'object' || printed === null || Array.isArray(printed))
    return `${place} is ${JSON.stringify(printed)}, not an object`;
  const { [ELLIPSIS]: open, ...members } = shown as Readonly<Record<string, unknown>>;
  const actual = printed as Readonly<Record<string, unknown>>;
  const further = Object.keys(actual).filter((name) => !Object.hasOwn(members, name));
  if (open === undefined && further.length > 0) return `${place} also has ${further.join(', ')}`;
  if (open !== undefined && further.length === 0) return `${place} has no further members to elide`;
  return firstOf(Object.entries(members), ([name, value]) =>
    Object.hasOwn(actual, name) ? difference(value, actual[name], `${place}.${name}`) : `${place} has no ${name}`,
  );
}

function firstOf<Element>(
  elements: readonly Element[],
  differenceAt: (element: Element, index: number) => string | undefined,
): string | undefined {
  for (const [index, element] of elements.entries()) {
    const found = differenceAt(element, index);
    if (found !== undefined) return found;
  }
  return undefined;
}
