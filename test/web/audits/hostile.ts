import type { Page } from 'playwright-core'
import { newId, newUuid } from '../../../src/kernel/ids.ts'
import type { Scope } from '../../../src/kernel/scope.ts'
import { type InTransaction, transact } from '../../../src/kernel/transaction.ts'
import type { DemoSite } from './demoSite.ts'
import { writeAsStaff } from './hostileStaffRows.ts'
import { HOSTILE_HOST, HOSTILE_LINKS, HOSTILE_TEXTS } from './hostileTexts.ts'
import type { PageState } from './pageState.ts'
import { visitAll } from './visits.ts'

const ALL = HOSTILE_TEXTS.join('\n')

/** Writes all hostile texts where people and admins write. The rules of input would refuse some, but data can be older. */
export async function writeHostileTexts(scope: Scope): Promise<void> {
  // Jobs of the server write the same rows in another order: after a deadlock all is written again.
  await transact(scope, replaceTexts)
}

async function replaceTexts({ db, now }: InTransaction & Scope): Promise<void> {
  await writeAsStaff({ db, now }, ALL)
  const notice = { template: 'notice', version: '1', name: ALL, description: ALL }
  const writers = await db.user.findMany({ where: { username: { startsWith: 'demo_' } }, select: { id: true } })
  const badges = await db.badge.findMany({ select: { id: true } })
  await Promise.all([
    db.user.updateMany({
      data: { displayName: ALL, bio: ALL, pronouns: ALL, statusDescription: ALL, bioLinks: [...HOSTILE_LINKS] },
    }),
    db.world.updateMany({ data: { name: ALL, description: ALL } }),
    db.instance.updateMany({ data: { displayName: ALL } }),
    db.feedback.updateMany({ data: { reason: ALL, description: ALL } }),
    db.avatar.updateMany({ data: { name: ALL, description: ALL } }),
    db.prop.updateMany({ data: { name: ALL, description: ALL, tags: [`author_tag_${ALL}`] } }),
    db.propPackage.updateMany({ data: { unityVersion: ALL, propSignature: ALL } }),
    db.store.updateMany({ data: { displayName: ALL, description: ALL } }),
    db.group.updateMany({ data: { name: ALL, description: ALL, rules: ALL, links: [...HOSTILE_LINKS] } }),
    db.groupGallery.updateMany({ data: { name: ALL, description: ALL } }),
    db.groupRole.updateMany({ data: { name: ALL, description: ALL } }),
    db.groupMember.updateMany({ data: { managerNotes: ALL } }),
    db.groupPost.updateMany({ data: { title: ALL, text: ALL } }),
    db.groupAnnouncement.updateMany({ data: { title: ALL, text: ALL } }),
    db.calendarEvent.updateMany({ data: { title: ALL, description: ALL } }),
    db.jam.updateMany({ data: { description: ALL, moreInfo: ALL } }),
    db.jamSubmission.updateMany({ data: { description: ALL } }),
    db.notification.updateMany({ data: { title: ALL, message: ALL } }),
    db.favoriteGroup.updateMany({ data: { displayName: ALL } }),
    ...badges.map(({ id }) => db.badge.update({ where: { id }, data: { name: `${ALL} ${id}`, description: ALL } })),
    db.print.updateMany({ data: { note: ALL, worldName: ALL } }),
    db.file.updateMany({ data: { name: ALL } }),
    db.inventoryTemplate.updateMany({ data: { name: ALL, description: ALL, collections: [ALL] } }),
    db.inventoryDrop.updateMany({ data: { name: ALL } }),
    db.reward.updateMany({ data: { name: ALL } }),
    db.userNote.updateMany({ data: { note: ALL } }),
    db.profileTheme.createMany({ data: writers.map(({ id }) => aTheme(id, now)) }),
    db.moderationReport.createMany({ data: writers.map(({ id }) => aReport(id, now)) }),
    db.inviteMessage.createMany({
      data: writers.map(({ id: userId }) => ({
        ...{ userId, messageType: 'message', slot: 0, message: ALL },
        updatedAt: now,
      })),
    }),
    db.infoPush.updateMany({ data: { data: notice } }),
    ...economyWrites(db),
  ])
}

const economyWrites = (db: Scope['db']) => [
  db.product.updateMany({ data: { displayName: ALL, description: ALL } }),
  db.listing.updateMany({ data: { displayName: ALL, subtitle: ALL, description: ALL } }),
  db.store.updateMany({ data: { displayName: ALL, description: ALL } }),
  db.storeShelf.updateMany({ data: { title: ALL, description: ALL } }),
  db.productPurchase.updateMany({
    data: { listingDisplayName: ALL, listingSubtitle: ALL, listingDescription: ALL },
  }),
  db.tokenBundle.updateMany({ data: { description: ALL } }),
  db.subscriptionPlan.updateMany({ data: { description: ALL } }),
]

const aTheme = (userId: string, now: Date) => ({
  ...{ id: newUuid(now), userId, name: ALL, createdAt: now, updatedAt: now },
  ...{ buttonColor: '064b5c', iconColor: '6ae3f9', subtextColor: '757b85' },
})

/** Of content that is gone. */
const aReport = (reporterId: string, now: Date) => ({
  ...{ id: newId('moderationReport', now), reporterId, contentId: newId('world', now) },
  ...{ type: ALL, category: ALL, reason: ALL, contentName: ALL, description: ALL },
  ...{ status: 'closed', closeReason: ALL, closedAt: now, createdAt: now, updatedAt: now },
})

/** States in which texts of people are at the heart of the page: each shows all of them as they are. */
const SHOWN_IN = [
  ...['home', 'notifications', 'search-all', 'friends', 'find', 'favorites', 'friend', 'stranger', 'worlds-all'],
  ...['event', 'event-series', 'calendar-agenda', 'calendar-discover'],
  ...['own-worlds', 'own-world-details', 'own-world-feedback', 'instance'],
  ...['world', 'settings-profile', 'settings-invite-messages', 'block', 'invite'],
  ...['avatars', 'avatar-other', 'avatar-edit', 'all-favorites-avatars'],
  ...['props', 'person-with-props', 'prop-own', 'prop-other', 'prop-edit', 'group-store', 'inventory-rewards'],
  ...['files-prints', 'files-print', 'files-other', 'inventory', 'inventory-item'],
  ...['groups', 'group', 'group-posts', 'group-gallery', 'group-events'],
  ...['manage-details', 'manage-members', 'manage-member-notes', 'manage-roles', 'manage-audit-log'],
  ...['settings-themes', 'settings-badges', 'settings-notes', 'settings-reports', 'own-profile'],
  ...['jams', 'jam-open', 'jam-enter', 'jam-withdraw'],
  ...['wallet', 'wallet-purchases', 'wallet-subscriptions'],
  ...['stores', 'store', 'listing', 'listing-buy', 'listing-gift'],
  ...['selling-products', 'selling-listings', 'selling-sales'],
  ...['console-notices', 'console-broadcast-open', 'console-person-notes', 'console-badges', 'console-permissions'],
  ...['console-reasons', 'console-configuration-text'],
]

const WIDTH = 1280

/** What a page has made of the texts, other than to show them. */
async function effectsOn(page: Page): Promise<string[]> {
  const effects: string[] = await page.evaluate((host) => {
    const links = [...document.querySelectorAll<HTMLAnchorElement>('a[href]')]
    const isSafe = ({ protocol }: HTMLAnchorElement) => protocol === 'http:' || protocol === 'https:'
    const isOut = (link: HTMLAnchorElement) => isSafe(link) && link.origin !== location.origin
    return [
      ...('hostile' in window ? ['a script has run'] : []),
      ...(document.querySelector('[data-hostile], iframe, object, embed, base, plaintext')
        ? ['an element was made']
        : []),
      ...(document.documentElement.outerHTML.includes(`src="//${host}`) ? ['an address became a source'] : []),
      ...links.filter((link) => !isSafe(link)).map(({ href }) => `a link to ${href}`),
      ...links
        .filter((link) => isOut(link) && !link.relList.contains('noreferrer'))
        .map(({ href }) => `a referrer to ${href}`),
    ]
  }, HOSTILE_HOST)
  return effects
}

const spaced = (text: string) => text.replaceAll(/\s+/g, ' ')

/** The hostile texts that a page does not show, in its text or in a field. */
async function missingOn(page: Page): Promise<string[]> {
  const shown = await page.evaluate(() => {
    const fields = [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')]
    return [document.body.textContent, ...fields.map(({ value }) => value)].join('\n')
  })
  return HOSTILE_TEXTS.filter((text) => !spaced(shown).includes(spaced(text)))
}

/** Visits pages full of hostile texts. Returns what they did, and where they are not shown as text. */
export async function checkHostileTexts(site: DemoSite, states: readonly PageState[]): Promise<string[]> {
  await site.app.scope().db.session.updateMany({ data: { userAgent: ALL } })
  return visitAll(site, { states, widths: [WIDTH] }, async (page, { name }) => {
    const missing = SHOWN_IN.includes(name) ? await missingOn(page) : []
    return [...(await effectsOn(page)), ...missing.map((text) => `does not show ${text}`)]
  })
}
