import { createContext, use, useCallback, useState, type ReactNode } from 'react';

const Announce = createContext<(text: string) => void>(() => {});

/** Says results to those who do not see them. */
export function Announcer({ children }: { children: ReactNode }): ReactNode {
  const [text, setText] = useState('');
  // The same words twice are said twice only when the text differs.
  const announce = useCallback((next: string) => setText((last) => (last === next ? `${next}\u{a0}` : next)), []);
  return (
    <Announce value={announce}>
      {children}
      <div role="status" aria-live="polite" className="visually-hidden">
        {text}
      </div>
    </Announce>
  );
}

export function useAnnounce(): (text: string) => void {
  return use(Announce);
}
