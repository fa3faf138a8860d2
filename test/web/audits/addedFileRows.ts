import { newId } from '../../../src/kernel/ids.ts'
import type { TestApp } from '../../support/app.ts'
import { anItem } from '../../support/inventory.ts'
import type { TestUser } from '../../support/users.ts'

/** Tags of files, as the pages of files tell their kinds apart. */
const KINDS = ['gallery', 'icon', 'emoji', 'sticker', 'print']

/** Gives Ada some more files of each kind, without content, photos and items of her inventory. */
export async function addFileRows(app: TestApp, ada: TestUser, count: number): Promise<void> {
  const { db, now } = app.scope()
  const row = () => ({
    ...{ id: newId('file', now), ownerId: ada.id, name: 'more', mimeType: 'image/png', extension: '.png' },
    ...{ createdAt: now, updatedAt: now },
  })
  for (let index = 0; index < count; index += 1) {
    await db.file.createMany({ data: [row(), ...KINDS.map((tag) => ({ ...row(), tags: [tag] }))] })
    const file = await db.file.create({ data: { ...row(), tags: ['print'] } })
    const owned = { authorId: ada.id, ownerId: ada.id, fileId: file.id, timestamp: now, createdAt: now }
    await db.print.create({ data: { id: newId('print', now), ...owned } })
    await anItem(app, ada)
  }
}
