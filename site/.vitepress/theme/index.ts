import DefaultTheme from 'vitepress/theme';
import { useData, useRoute, withBase, type Theme } from 'vitepress';
import { defineComponent, h, nextTick, onMounted, watch } from 'vue';
import { chooseLanguage, rememberLanguage } from './language.js';
import './style.css';

/** A link from each page to its Markdown. */
const MarkdownLink = defineComponent(() => {
  const { page } = useData();
  return () =>
    h('p', { class: 'as-markdown' }, [
      // With a target the router leaves the link to the browser.
      h('a', { href: withBase(`/${page.value.relativePath}`), target: '_self' }, 'This page as Markdown'),
    ]);
});

/** The layout of every page, which keeps the reader's language of code. */
const Layout = defineComponent(() => {
  const route = useRoute();
  onMounted(() => {
    rememberLanguage();
    chooseLanguage();
  });
  watch(
    () => route.path,
    () => void nextTick(() => chooseLanguage()),
  );
  return () => h(DefaultTheme.Layout, null, { 'doc-footer-before': () => h(MarkdownLink) });
});

export default { extends: DefaultTheme, Layout } satisfies Theme;
