// Runs before the first paint, so that a dark screen does not flash white.
(() => {
  let kept = null;
  try {
    kept = window.localStorage.getItem('prospect-color-scheme');
  } catch {
    // The browser keeps nothing: the system decides.
  }
  const isDark = kept === 'dark' || (kept !== 'light' && window.matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light');
})();
