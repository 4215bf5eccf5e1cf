import { LOADED_BYTES } from './soak-goals.js';
import type { StartMeasurement } from './start-run.js';
import { median } from './statistics.js';
import { renderTable, whole } from './table.js';

/** The memory of a service's process. */
export interface ProcessMemory {
  readonly name: string;
  /** Resident set after a rest. */
  readonly restBytes: number;
  /** The highest resident set, the load included. */
  readonly peakBytes: number;
}

export interface StartFindings {
  readonly starts: readonly StartMeasurement[];
  readonly memory: readonly ProcessMemory[];
}

/** From the command to a product that answers, with data there. */
const READY_MS = 3_000;
const REST_BYTES = 120 * 2 ** 20;
const MEGABYTE = 2 ** 20;

export interface StartGoal {
  readonly name: string;
  readonly met: boolean;
  readonly detail: string;
}

/** Judges the medians of the starts, and the memory of every process. */
export function judgeStart({ starts, memory }: StartFindings): StartGoal[] {
  const readyMs = median(starts.map((start) => start.readyMs));
  return [
    { name: `ready within ${READY_MS / 1_000} s`, met: readyMs <= READY_MS, detail: `${whole(readyMs)} ms` },
    memoryGoal('at rest', memory, 'restBytes', REST_BYTES),
    memoryGoal('under load', memory, 'peakBytes', LOADED_BYTES),
  ];
}

function memoryGoal(
  when: string,
  memory: readonly ProcessMemory[],
  which: 'restBytes' | 'peakBytes',
  bound: number,
): StartGoal {
  const highest = memory.reduce((a, b) => (b[which] > a[which] ? b : a));
  return {
    name: `each service at most ${bound / MEGABYTE} MB ${when}`,
    met: highest[which] <= bound,
    detail: `the largest is ${highest.name} with ${whole(highest[which] / MEGABYTE)} MB`,
  };
}

/** Renders the phases of a start, the memory of each process, and the goals. */
export function renderStart(found: StartFindings): string {
  const { starts, memory } = found;
  const phases = Object.keys(starts[0]?.phasesMs ?? {});
  const phaseRows = phases.map((phase) => [phase, whole(median(starts.map(({ phasesMs }) => phasesMs[phase] ?? 0)))]);
  const total = ['ready, as seen from outside', whole(median(starts.map(({ readyMs }) => readyMs)))];
  const cpu = ['CPU time of the process', whole(median(starts.map(({ cpuMs }) => cpuMs)))];
  const goals = judgeStart(found).map(({ name, met, detail }) => `${met ? 'met   ' : 'MISSED'}  ${name}: ${detail}`);
  return [
    renderTable(['phase of a start', 'ms'], [...phaseRows, total, cpu]),
    renderTable(
      ['process', 'at rest, MB', 'highest, MB'],
      memory.map(({ name, restBytes, peakBytes }) => [name, whole(restBytes / MEGABYTE), whole(peakBytes / MEGABYTE)]),
    ),
    ...goals,
  ].join('\n');
}
