import { availableParallelism, loadavg } from 'node:os'

/** So many milliseconds on a machine of one's own; where others are at work, as many times more as they leave less. */
export const within = (milliseconds: number) => milliseconds * Math.max(1, (loadavg()[0] ?? 0) / availableParallelism())
