import { statement } from '@prospecting/platform/postgres';

/** Takes new samples for the planner, as the old ones hold ids and addresses. Blocks no reads or writes. */
export const forgetStatistics = statement<[], never>('reveal_forget_statistics', `select reveal.forget_statistics()`);
