import { aRestClient } from '../../../support/restClient.ts'
import type { FuzzFixture } from '../fixture.ts'
import { placeholderNames } from '../placeholders.ts'
import type { Scene } from './exchange.ts'

/** The objects of a fixture's owner, and the paths of their files. */
export async function aScene({ app, things, known, cookieOf }: FuzzFixture): Promise<Scene> {
  const token = cookieOf('owner')
  const api = aRestClient(app)
  api.cookies.set('auth', token)
  const { url } = await api.call('startFileDataUpload', { fileId: things.waitingId, versionId: 1, fileType: 'file' })
  return {
    token,
    known,
    names: placeholderNames(known),
    uploadPath: new URL(url).pathname,
    picturePath: `/api/1/file/${things.pictureId}/1/file`,
    calendarPath: `/api/1/calendar/${things.groupId}/${things.eventId}.ics`,
  }
}
