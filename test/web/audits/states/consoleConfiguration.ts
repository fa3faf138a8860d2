import { newId } from '../../../../src/kernel/ids.ts'
import type { DemoSite } from '../demoSite.ts'
import { at, dialogOpens, type PageState } from '../pageState.ts'

/** Stores a broadcast to everybody and one to two people, unless there are some. */
async function withBroadcasts({ app, ada, known }: DemoSite): Promise<void> {
  const { db, now } = app.scope()
  if ((await db.broadcast.count()) > 0) return
  const texts = { type: 'moderation.notice', title: 'The servers rest at night', message: 'From two until four.' }
  const { id: senderId } = await db.user.findFirstOrThrow({ where: { username: 'demo_admin' } })
  const stored = { ...texts, senderId, createdAt: now, link: 'https://plaza.test/status', linkText: 'State' }
  await db.broadcast.create({ data: { ...stored, id: newId('broadcast', now), finishedAt: now, sent: 120 } })
  const receiverIds = [ada.id, known.friend]
  await db.broadcast.create({ data: { ...stored, id: newId('broadcast', now), finishedAt: now, receiverIds, sent: 2 } })
}

const messages: PageState['path'] = async (site) => {
  await withBroadcasts(site)
  return '/console/broadcasts?tab=messages'
}

/** Opens a dialog by a button. */
const opened =
  (name: string | RegExp): PageState['prepare'] =>
  async (page) => {
    await page.getByRole('button', { name }).first().click()
    await dialogOpens(page)
  }

/** The page of a person with notes about them, a badge and a permission. */
const ofPerson =
  (tab: 'notes' | 'grants'): PageState['path'] =>
  async ({ app, known: { friend: userId } }) => {
    const { db, now } = app.scope()
    if ((await db.staffNote.count()) === 0) {
      const { id: authorId } = await db.user.findFirstOrThrow({ where: { username: 'demo_admin' } })
      const about = { userId, authorId, createdAt: now }
      await db.staffNote.create({
        data: { id: newId('staffNote', now), ...about, text: 'Warned by mail.\nSays sorry.' },
      })
      await db.staffNote.create({ data: { id: newId('staffNote', now), ...about, text: 'See https://plaza.test/x.' } })
      const { id: permissionId } = await db.permission.findFirstOrThrow({ where: { name: 'permission-user-gallery' } })
      const granted = [{ userId, permissionId, source: 'usub_1', grantedAt: now }]
      await db.permissionGrant.createMany({ data: granted, skipDuplicates: true })
    }
    return `/console/people/${userId}?tab=${tab}`
  }

/** The canned reasons, of which there are two at least. */
const reasons: PageState['path'] = async ({ app }) => {
  const { db, now } = app.scope()
  const texts = { title: 'Thanks', text: 'We have looked at it, and acted.', createdAt: now, updatedAt: now }
  if ((await db.cannedReason.count()) === 0)
    for (const kind of ['close', 'warn'])
      await db.cannedReason.create({ data: { id: newId('cannedReason', now), kind, ...texts } })
  return '/console/reasons'
}

export const consoleConfigurationStates: readonly PageState[] = [
  at('admin', 'console-notices', '/console/broadcasts'),
  at('admin', 'console-notices-none', '/console/broadcasts?state=notShown'),
  at('admin', 'console-notice-new', '/console/broadcasts', opened('New notice')),
  at('admin', 'console-notice-edit', '/console/broadcasts', opened('Change the notice welcome')),
  at('admin', 'console-broadcasts', messages),
  at('admin', 'console-broadcast-new', messages, opened('New broadcast')),
  at('admin', 'console-broadcast-open', messages, opened(/^Open the broadcast/)),
  at('admin', 'console-person-notes', ofPerson('notes')),
  at('admin', 'console-person-grants', ofPerson('grants')),
  at('admin', 'console-badges', '/console/badges'),
  at('admin', 'console-badge-new', '/console/badges', opened('New badge')),
  at('admin', 'console-badge-open', '/console/badges', opened(/^Open /)),
  at('admin', 'console-permissions', '/console/permissions'),
  at('admin', 'console-permission-new', '/console/permissions', opened('New permission')),
  at('admin', 'console-permission-open', '/console/permissions', opened(/^Open /)),
  at('admin', 'console-configuration', '/console/configuration?q=max'),
  at('admin', 'console-configuration-none', '/console/configuration?isChanged=true'),
  at('admin', 'console-configuration-text', '/console/configuration?q=CampaignStatus', opened('Change CampaignStatus')),
  at('admin', 'console-configuration-number', '/console/configuration?q=maxUserEmoji', opened('Change maxUserEmoji')),
  at('admin', 'console-configuration-json', '/console/configuration?q=constants', opened('Change constants')),
  at('admin', 'console-configuration-asset', '/console/configuration?q=max', opened('Replace main Script Everybody')),
  at('admin', 'console-reasons', reasons),
  at('admin', 'console-reason-new', reasons, opened('New text')),
  at('admin', 'console-reason-open', reasons, opened(/^Open /)),
]
