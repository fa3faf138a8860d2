import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { calendarFileRows } from '../../../contract/calendar.ts'
import type { Download, Handlers } from '../../../contract/operation.ts'
import type { ScopeByAccess } from '../../../kernel/scope.ts'
import { readCalendarFile } from '../file/file.ts'

const CONTENT_TYPE = 'text/calendar; charset=utf-8'

export const calendarFilesRest: Handlers<typeof calendarFileRows, ScopeByAccess> = {
  getGroupCalendarEventICS: async (scope, { groupId, calendarId: eventId, query }) =>
    fileDownload(`${eventId}.ics`, await readCalendarFile(scope, { groupId, eventId }, query.token)),
}

function fileDownload(fileName: string, text: string): Download {
  const bytes = Buffer.from(text)
  const etag = `"${createHash('sha256').update(bytes).digest('base64url')}"`
  return {
    contentType: CONTENT_TYPE,
    fileName,
    inline: false,
    shared: false,
    isChangeable: true,
    etag,
    size: bytes.length,
    open: async ({ start, end } = { start: 0, end: bytes.length - 1 }) =>
      Readable.from([bytes.subarray(start, end + 1)], { objectMode: false }),
  }
}
