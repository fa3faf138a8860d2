import { newId } from '../../../../src/kernel/ids.ts'
import { aPrint } from '../../../support/props.ts'
import { aUser } from '../../../support/users.ts'
import type { DemoSite } from '../demoSite.ts'
import { at, dialogOpens, NOTHING, type PageState } from '../pageState.ts'

/** Hides a world of the demo's people that is in no other state of a page, once. */
async function hideSomething({ app, known }: DemoSite): Promise<void> {
  const { db, now } = app.scope()
  if ((await db.hiddenContent.count()) > 0) return
  const { id: _, revision: __, ...world } = Object(await db.world.findFirstOrThrow({ where: { id: known.world } }))
  const id = newId('world', now)
  await db.world.create({ data: { ...world, id, storeId: null, name: 'Too loud', nameKey: 'too loud' } })
  await db.world.update({ where: { id }, data: { releaseStatus: 'hidden', hiddenFrom: 'public' } })
  const { id: hiddenById } = await db.user.findFirstOrThrow({ where: { username: 'demo_admin' } })
  await db.hiddenContent.updateMany({ data: { hiddenById, reason: 'It is louder than people can bear.' } })
}

/** Lets somebody have a photo, once. */
async function printSomething({ app }: DemoSite): Promise<string> {
  const { db } = app.scope()
  const found = await db.print.findFirst({ where: { note: 'At the lake' } })
  if (found) return found.ownerId
  const person = await aUser(app)
  await aPrint(person, { note: 'At the lake' })
  return person.id
}

const withHidden = (path: string) => async (site: DemoSite) => {
  await hideSomething(site)
  return path
}

const hiddenWorld = async (site: DemoSite) => {
  await hideSomething(site)
  const { contentId } = await site.app.scope().db.hiddenContent.findFirstOrThrow({ where: { kind: 'world' } })
  return `/console/worlds/${contentId}`
}

const withPrint = async (site: DemoSite) => {
  await printSomething(site)
  return '/console/content?kind=PRINT'
}

/** Lets an asset wait for its review, and a bundle be shipped, once. */
async function withReview({ app }: DemoSite): Promise<string> {
  const { db, now } = app.scope()
  const path = '/console/assets'
  if ((await db.assetReview.count()) > 0) return path
  const times = { createdAt: now, updatedAt: now }
  const { fileId, version, file } = await db.fileVersion.findFirstOrThrow({
    where: { version: { gt: 0 } },
    include: { file: true },
  })
  await db.assetReview.create({ data: { id: newId('assetReview', now), fileId, version, ...times } })
  const texts = { name: 'Sounds of the menu', assetType: 'audio', description: '', imageUrl: '', thumbnailImageUrl: '' }
  const packages = [
    { assetUrl: 'https://plaza.test/a', platform: 'android', unityVersion: '2022.3.22f1', variant: 'standard' },
  ]
  const bundle = { id: newId('adminAssetBundle', now), authorId: file.ownerId, releaseStatus: 'public' }
  await db.adminAssetBundle.create({ data: { ...bundle, ...texts, unityPackages: packages, ...times } })
  return path
}

const someGroup = async ({ app }: DemoSite) => {
  const { groupId } = await app.scope().db.calendarEvent.findFirstOrThrow({ where: { deletedAt: null } })
  return `/console/groups/${groupId}`
}

export const consoleContentStates: readonly PageState[] = [
  at('admin', 'console-content', '/console/content'),
  at('admin', 'console-content-avatars', '/console/content?kind=AVATAR'),
  at('admin', 'console-content-events', '/console/content?kind=EVENT'),
  at('admin', 'console-content-pictures', '/console/content?kind=PICTURE'),
  at('admin', 'console-content-prints', withPrint),
  at('admin', 'console-content-nothing', `/console/content?q=${NOTHING}`),
  at('admin', 'console-content-hide', '/console/content', async (page) => {
    await page
      .getByRole('button', { name: /^Hide / })
      .first()
      .click()
    await dialogOpens(page)
  }),
  at('admin', 'console-content-hidden', withHidden('/console/content?part=hidden')),
  at('admin', 'console-assets', withReview),
  at('admin', 'console-assets-bundles', '/console/assets?tab=bundles'),
  at('admin', 'console-assets-new-bundle', '/console/assets?tab=bundles', async (page) => {
    await page.getByRole('button', { name: 'New bundle' }).click()
    await dialogOpens(page)
  }),
  at('admin', 'console-assets-styles', '/console/assets?tab=styles'),
  at('admin', 'console-worlds', '/console/worlds'),
  at('admin', 'console-world', hiddenWorld),
  at('admin', 'console-groups', '/console/groups?sort=MEMBER_COUNT'),
  at('admin', 'console-group', someGroup),
  at('admin', 'console-person-files', async (site) => `/console/people/${await printSomething(site)}?tab=files`),
]
