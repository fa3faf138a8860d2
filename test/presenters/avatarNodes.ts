import { newId, siblingId } from '../../src/kernel/ids.ts'
import { anAvatar, aPackageOf } from '../support/avatars.ts'
import { aName } from '../support/users.ts'
import { aFileUrl } from '../support/worlds.ts'
import type { PrepareNode } from './graphNode.ts'
import { moment } from './records.ts'

export const avatarNodes: Readonly<Record<string, PrepareNode>> = {
  async *Avatar(app, owner) {
    const id = await anAvatar(app, owner)
    const imageUrl = await aFileUrl(app, owner.id, '.png')
    const counted = { favorites: 1, popularity: 2, heat: 3, version: 4 }
    const times = { createdAt: moment(1), updatedAt: moment(2), publicationDate: moment(3) }
    for (const isSet of [true, false]) {
      const texts = { name: 'Fox', description: 'A fox', imageUrl, tags: isSet ? ['author_quest_fallback'] : [] }
      const row = await app.scope().db.avatar.update({
        where: { id },
        data: { ...texts, ...counted, ...times, featured: isSet, searchable: !isSet },
      })
      yield { id, row }
    }
  },
  async *AvatarPackage(app, owner) {
    const avatarId = await anAvatar(app, owner)
    for (const given of [
      { platform: 'android', performanceRating: 'VeryPoor', assetVersion: 2, createdAt: moment(1) },
      { platform: 'ios', variant: 'impostor', impostorizerVersion: 'plaza-test', performanceRating: 'Good' },
    ]) {
      const stored = await aPackageOf(app, avatarId, given)
      const row = await app.scope().db.avatarPackage.findUniqueOrThrow({ where: { id: stored } })
      const id = siblingId('avatarPackage', stored)
      yield { id, row: { ...row, unitySortNumber: null } }
    }
  },
  async *AvatarStyle({ scope }) {
    const { db, now } = scope()
    const id = newId('avatarStyle', now)
    yield { id, row: await db.avatarStyle.create({ data: { id, name: aName('Style ') } }) }
  },
  async *ImpostorJob(app, owner) {
    const avatarId = await anAvatar(app, owner)
    const { db } = app.scope()
    for (const [state, error] of [
      ['DONE', 'A try before had failed.'],
      ['FAILED', 'Gone.'],
    ] as const) {
      const uuid = (await anAvatar(app, owner)).slice('avtr_'.length)
      const times = { startedAt: moment(1), endedAt: moment(2), createdAt: moment(3), updatedAt: moment(4) }
      const data = { id: uuid, avatarId, requesterId: owner.id, state, error, ...times }
      const id = siblingId('impostorJob', uuid)
      yield { id, row: await db.impostorJob.create({ data }) }
    }
  },
}
