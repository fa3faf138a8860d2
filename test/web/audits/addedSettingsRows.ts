import { newId, newUuid } from '../../../src/kernel/ids.ts'
import { moderate } from '../../support/playerModerations.ts'
import type { TestUser } from '../../support/users.ts'
import type { DemoSite } from './demoSite.ts'

/** Gives Ada one more theme, badge, note, report and choice about somebody. */
export async function addSettingsRows({ app, ada: { id: userId } }: DemoSite, ada: TestUser, about: TestUser) {
  const { db, now } = app.scope()
  const times = { createdAt: now, updatedAt: now }
  const colors = { buttonColor: '064b5c', iconColor: '6ae3f9', subtextColor: '757b85' }
  await db.profileTheme.create({ data: { id: newUuid(now), userId, name: 'Sea', ...colors, ...times } })
  const badge = { id: newId('badge', now), name: `Diver ${about.username}`, description: 'Swims.', imageUrl: '' }
  await db.badge.create({ data: { ...badge, ...times } })
  await db.userBadge.create({ data: { userId, badgeId: badge.id, assignedAt: now, updatedAt: now } })
  await ada.api.call('updateUserNote', { body: { targetUserId: about.id, note: 'Met at the lake.' } })
  await moderate(ada, about, 'hideAvatar')
  const subject = { type: 'user', category: 'behavior', reason: 'spam', contentId: about.id }
  await db.moderationReport.create({
    data: { id: newId('moderationReport', now), reporterId: userId, ...subject, contentName: about.username, ...times },
  })
}
