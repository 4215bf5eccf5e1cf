// A reader chooses a language once: every group of code tabs on every page then shows it.

const STORED_AS = 'code-language';

/** Shows the language that the reader chose, wherever a group of tabs has it. */
export function chooseLanguage(language = localStorage.getItem(STORED_AS)): void {
  if (language === null) return;
  for (const group of document.querySelectorAll('.vp-code-group')) {
    const labels = [...group.querySelectorAll('.tabs label')];
    const chosen = labels.findIndex((label) => label.textContent === language);
    if (chosen === -1) continue;
    const input = group.querySelectorAll<HTMLInputElement>('.tabs input')[chosen];
    if (input !== undefined) input.checked = true;
    [...(group.querySelector('.blocks')?.children ?? [])].forEach((block, index) => {
      block.classList.toggle('active', index === chosen);
    });
  }
}

/** Keeps the language of a tab that the reader clicks, and shows it everywhere on the page. */
export function rememberLanguage(): void {
  document.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.closest('.vp-code-group') === null) return;
    const language = target.labels?.[0]?.textContent;
    if (language === null || language === undefined || !LANGUAGES.includes(language)) return;
    localStorage.setItem(STORED_AS, language);
    const top = target.getBoundingClientRect().top;
    chooseLanguage(language);
    // Groups above may be higher or lower now: the clicked one stays where it was.
    window.scrollBy({ top: target.getBoundingClientRect().top - top, behavior: 'instant' });
  });
}

/** Other tabs, such as those of responses, are each chosen on their own. */
const LANGUAGES: readonly string[] = ['curl', 'TypeScript', 'Python'];
