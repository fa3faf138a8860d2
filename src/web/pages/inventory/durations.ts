/** For how long copies are given, in seconds. */
export const DURATIONS = ['90', '600', '3600', '86400'] as const
