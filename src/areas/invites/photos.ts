import type { SignedScope } from '../../kernel/scope.ts'
import type { Open } from '../../kernel/transaction.ts'
import { auditForeign } from '../accounts/audit.ts'
import { fileUrl } from '../files/addresses.ts'
import { announce, readFile } from '../files/files.ts'
import { addPicture, type Made, makeRoom, shapePicture, type Taken, useUp } from '../files/pictures.ts'

/** A photo whose bytes are stored; nobody knows of it yet. */
interface Shaped extends Taken {
  readonly made: Made
}

/** Makes a photo of what was brought, if anything. Throws `invalid` for what is no picture, `exhausted`. */
export const shapePhoto = async (scope: SignedScope, taken: Taken | undefined): Promise<Shaped | undefined> =>
  taken && { ...taken, made: await shapePicture(scope, 'invitePhoto', taken.bytes) }

/** The acts that send a photo. */
type Act = 'inviteUser' | 'requestInvite' | 'respondInvite'

/** What goes with a notification that has a photo: its address. Throws `conflict` where no older one can go for it. */
export async function keepPhoto(
  open: SignedScope & Open,
  act: Act,
  photo: Shaped | undefined,
): Promise<{ imageUrl?: string }> {
  if (!photo) return {}
  const takenFrom = await useUp(open, photo)
  await makeRoom(open, 'invitePhoto')
  const fileId = await addPicture(open, 'invitePhoto', photo.made, { animation: null })
  announce(open, await readFile(open, fileId), 'created')
  await auditForeign(open, takenFrom, { act, subjectId: fileId })
  return { imageUrl: fileUrl(open.rules.publicUrl, { fileId, version: 1 }) }
}
