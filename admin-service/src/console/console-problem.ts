import { renderProblem, type RenderedProblem } from '@prospecting/openapi';

/**
 * Problems that only people meet. They are not among the codes of the public API, which promises
 * that its list is complete.
 */
const KINDS = {
  signed_out: {
    status: 401,
    title: 'Signed out',
    detail: 'You are not signed in, or your session has ended. Sign in.',
  },
  link_invalid: {
    status: 401,
    title: 'Link not valid',
    detail: 'This sign-in link was used already or has expired. Ask for a new one.',
  },
  forbidden: { status: 403, title: 'Not allowed', detail: 'Your role does not allow this.' },
  csrf_token_invalid: {
    status: 403,
    title: 'Not sent by the console',
    detail: 'The request does not come from a page of this console. Reload the page.',
  },
  wrong_host: { status: 421, title: 'Wrong address', detail: 'The console has another address.' },
} as const;

export type ConsoleCode = keyof typeof KINDS;

/** An expected failure of the console. */
export class ConsoleProblem extends Error {
  readonly code: ConsoleCode;

  constructor(code: ConsoleCode) {
    super(KINDS[code].detail);
    this.name = 'ConsoleProblem';
    this.code = code;
  }
}

interface Rendered extends Pick<RenderedProblem, 'status' | 'headers'> {
  readonly problem: object;
  readonly code: string;
}

/** Turns anything thrown into an RFC 9457 problem, as the public API does. */
export function renderConsoleProblem(error: unknown, context: { docsUrl: string; traceId: string }): Rendered {
  if (!(error instanceof ConsoleProblem)) {
    const { headers, ...rendered } = renderProblem(error, context);
    return { ...rendered, headers, code: rendered.problem.code };
  }
  const { code } = error;
  const { status, title, detail } = KINDS[code];
  const { traceId } = context;
  const problem = { type: 'about:blank', title, status, detail, code, retryable: false, traceId };
  return { status, headers: {}, problem, code };
}
