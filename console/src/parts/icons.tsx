import type { ReactNode } from 'react';

/** Draws a 16 px outline icon. Icons say nothing that words beside them do not say. */
function icon(name: string, ...paths: string[]): () => ReactNode {
  const Icon = (): ReactNode => (
    <svg
      viewBox="0 0 24 24"
      width="16"
      height="16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {paths.map((path) => (
        <path key={path} d={path} />
      ))}
    </svg>
  );
  Icon.displayName = name;
  return Icon;
}

export const HomeIcon = icon('HomeIcon', 'M4 11l8-7 8 7', 'M6 9.5V20h12V9.5', 'M10 20v-5h4v5');
export const KeyIcon = icon(
  'KeyIcon',
  'M15.5 4a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9z',
  'M12 12l-8 8',
  'M6 18l2 2',
  'M9 15l2 2',
);
export const ListIcon = icon('ListIcon', 'M8 6h12', 'M8 12h12', 'M8 18h12', 'M4 6h.01', 'M4 12h.01', 'M4 18h.01');
export const CoinsIcon = icon(
  'CoinsIcon',
  'M9 4a6 3 0 1 0 0 6 6 3 0 1 0 0-6z',
  'M3 7v5c0 1.7 2.7 3 6 3',
  'M15 10a6 3 0 1 0 0 6 6 3 0 1 0 0-6z',
  'M9 13v4c0 1.7 2.7 3 6 3s6-1.3 6-3v-4',
);
export const EyeIcon = icon(
  'EyeIcon',
  'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12z',
  'M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z',
);
export const GearIcon = icon(
  'GearIcon',
  'M4 7h9',
  'M17 7h3',
  'M15 5v4',
  'M4 17h3',
  'M11 17h9',
  'M9 15v4',
  'M4 12h3',
  'M11 12h9',
  'M9 10v4',
);
export const HistoryIcon = icon('HistoryIcon', 'M4 12a8 8 0 1 0 2.5-5.8L4 8.5', 'M4 4v4.5h4.5', 'M12 8v4.5l3 2');
export const BuildingIcon = icon(
  'BuildingIcon',
  'M5 20V5l8-2v17',
  'M13 9h6v11',
  'M3 20h18',
  'M8.5 8h1',
  'M8.5 12h1',
  'M8.5 16h1',
  'M16 13h.5',
  'M16 16.5h.5',
);
export const TagIcon = icon('TagIcon', 'M4 4h7l9 9-7 7-9-9z', 'M8 8h.01');
export const ShieldIcon = icon(
  'ShieldIcon',
  'M12 3l7.5 3v5.5c0 4.5-3 8-7.5 9.5-4.5-1.5-7.5-5-7.5-9.5V6z',
  'M9 12l2 2 4-4',
);
export const WarningIcon = icon('WarningIcon', 'M12 4L2.5 20h19z', 'M12 10v4', 'M12 17h.01');
export const InfoIcon = icon('InfoIcon', 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z', 'M12 11v5', 'M12 8h.01');
export const CheckIcon = icon('CheckIcon', 'M5 12.5l4.5 4.5L19 7.5');
export const CrossIcon = icon('CrossIcon', 'M6 6l12 12', 'M18 6L6 18');
export const ClockIcon = icon('ClockIcon', 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z', 'M12 7v5.5l3.5 2');
export const CopyIcon = icon('CopyIcon', 'M9 9h10v11H9z', 'M15 9V4H5v11h4');
export const DownloadIcon = icon('DownloadIcon', 'M12 4v11', 'M7.5 11l4.5 4.5L16.5 11', 'M5 20h14');
export const PlusIcon = icon('PlusIcon', 'M12 5v14', 'M5 12h14');
export const RollIcon = icon(
  'RollIcon',
  'M4 12a8 8 0 0 1 13.7-5.6L20 8.5',
  'M20 4v4.5h-4.5',
  'M20 12a8 8 0 0 1-13.7 5.6L4 15.5',
  'M4 20v-4.5h4.5',
);
export const MenuIcon = icon('MenuIcon', 'M4 7h16', 'M4 12h16', 'M4 17h16');
export const LockIcon = icon('LockIcon', 'M6 11h12v9H6z', 'M8.5 11V8a3.5 3.5 0 0 1 7 0v3');
export const SunIcon = icon(
  'SunIcon',
  'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8z',
  'M12 2.5v2',
  'M12 19.5v2',
  'M2.5 12h2',
  'M19.5 12h2',
  'M5.3 5.3l1.4 1.4',
  'M17.3 17.3l1.4 1.4',
  'M5.3 18.7l1.4-1.4',
  'M17.3 6.7l1.4-1.4',
);
export const PersonIcon = icon(
  'PersonIcon',
  'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8z',
  'M4.5 20c.8-3.5 3.8-5.5 7.5-5.5s6.700 2 7.500 5.500',
);
export const ExternalIcon = icon('ExternalIcon', 'M9 5H5v14h14v-4', 'M13 5h6v6', 'M19 5l-9 9');
