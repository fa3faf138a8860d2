import { PREFIX } from '../../../src/kernel/ids.ts'

const UUID = '00000000-0000-4000-8000-000000000000'
const opaque = (key: string) => Buffer.from(key).toString('base64url')
/** A day that no month has, a year that PostgreSQL does not know, and a time in its own words. */
const [NO_DAY, NO_YEAR, NO_TIME] = ['2026-02-30T00:00:00.000Z', '0000-01-01T00:00:00.000Z', '2026-01-01 99:99:99+00']

/** Places in lists that nobody was given, as some list writes its own. */
export const CURSORS = [
  ...Object.values(PREFIX).map((prefix) => `${NO_DAY} ${prefix}_${UUID}`),
  `${NO_YEAR} wrld_${UUID}`,
  `${NO_YEAR} not_${UUID}`,
  `2026-01-01T00:00:00.000Z wrld_${UUID.slice(1)}\0`,
  `0 0 wrld_${UUID} =${NO_TIME}`,
  `0 0 wrld_${UUID} =2026-02-30 00:00:00+00`,
  `0 0 wrld_${UUID} =\0`,
  `0 9999999999 wrld_${UUID} =999999999999999999`,
  '\0',
  '99999999999999999999',
  'nothing',
  '',
].map(opaque)
