import {
  createTheme,
  Drawer,
  localStorageColorSchemeManager,
  Menu,
  Modal,
  NativeSelect,
  Popover,
  Tooltip,
  type MantineColorsTuple,
} from '@mantine/core';

/** The same shades as in `theme.css`, which sets them without an inline style. */
const blue: MantineColorsTuple = [
  '#eef3fe',
  '#dce6fb',
  '#b9cbf5',
  '#8fabec',
  '#6b8fe4',
  '#4a74da',
  '#2f5fd0',
  '#2852b6',
  '#22469b',
  '#1b387c',
];

/** `color-scheme.js` reads the same key before the first paint. */
export const colorSchemeManager = localStorageColorSchemeManager({ key: 'prospect-color-scheme' });

const NO_MOTION = { duration: 0 };

export const theme = createTheme({
  colors: { blue },
  primaryColor: 'blue',
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    // Locking the page behind a dialog would add a style element, which the policy refuses.
    Modal: Modal.extend({
      defaultProps: {
        lockScroll: false,
        centered: true,
        radius: 'lg',
        transitionProps: NO_MOTION,
        closeButtonProps: { 'aria-label': 'Close' },
      },
    }),
    Drawer: Drawer.extend({
      defaultProps: { lockScroll: false, transitionProps: NO_MOTION, closeButtonProps: { 'aria-label': 'Close' } },
    }),
    Menu: Menu.extend({ defaultProps: { transitionProps: NO_MOTION } }),
    Popover: Popover.extend({ defaultProps: { transitionProps: NO_MOTION } }),
    Tooltip: Tooltip.extend({
      defaultProps: { transitionProps: NO_MOTION, events: { hover: true, focus: true, touch: true } },
    }),
    NativeSelect: NativeSelect.extend({ defaultProps: {} }),
  },
});
