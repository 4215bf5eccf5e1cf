import type { InfoType, RevealQuote } from '@prospecting/openapi';
import type { reveal } from '@prospecting/protos';
import { toCredits } from '../millicredits.js';

/** The reveal quote object; every appearance of a subject in a request shows the same. */
export function presentQuote(outcome: reveal.SubjectOutcome): RevealQuote {
  return {
    creditCost: toCredits(outcome.costMillicredits),
    newInfoTypes: outcome.newInfoTypes as InfoType[],
    alreadyRevealedInfoTypes: outcome.alreadyRevealedInfoTypes as InfoType[],
    unavailableInfoTypes: outcome.unavailableInfoTypes as InfoType[],
  };
}
