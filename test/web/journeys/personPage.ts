import type { Page } from 'playwright-core'
import { eventually } from '../../support/eventually.ts'
import { makeAvatar } from '../acts/avatars.ts'
import { sendUpload } from '../acts/files.ts'
import { inviteWithPicture, publishFavoriteGroup } from '../acts/people.ts'
import { befriend, createInstance, demoWorld, enter } from '../acts.ts'
import { beforeMutation, changeAnswers } from '../graphRoutes.ts'
import { type Journey, journey } from '../journey.ts'
import type { Stage } from '../stage.ts'
import { aPicture, confirm, seesValue } from '../steps.ts'

/** Two friends, one of whom looks at a page. */
async function openWithFriend(stage: Stage, path: string) {
  const [viewer, friend] = await Promise.all([stage.aPerson(), stage.aPerson()])
  await befriend(viewer, friend)
  const page = await stage.openTab(viewer)
  await page.goto(path)
  return { viewer, friend, page }
}

const isCaughtUp = (page: Page) => page.getByText("You're all caught up.", { exact: false }).waitFor()

/** A friend of a person who is at a place, and the page of each. */
async function openBeforeInvites(stage: Stage, worldIndex: number) {
  const { viewer, friend, page } = await openWithFriend(stage, '/')
  const world = await demoWorld(viewer, worldIndex)
  const location = await createInstance(viewer, world, 'FRIENDS')
  await enter(viewer, location)
  const other = await stage.openTab(friend)
  await other.goto('/notifications')
  await isCaughtUp(other)
  return { viewer, friend, page, world, location, other }
}

export const personPageJourneys: readonly Journey[] = [
  journey('wear a public avatar from the page of its author, and find it on the own page', async (stage) => {
    const [viewer, author] = await Promise.all([stage.aPerson(), stage.aPerson()])
    const avatar = await makeAvatar(author)
    const page = await stage.openTab(viewer)
    await page.goto(`/people/${author.id}`)
    await page.getByRole('region', { name: 'Wears' }).getByText('others do not see', { exact: false }).waitFor()
    await page.getByRole('tab', { name: 'Creations' }).click()
    await page.waitForURL(/tab=creations/)
    const panel = page.getByRole('region', { name: 'Avatars' })
    await panel.getByRole('button', { name: `Wear ${avatar.name}` }).click()
    await panel.getByText('Worn now').waitFor()
    await page.goto(`/people/${viewer.id}`)
    const worn = page.getByRole('region', { name: 'Wears' })
    await worn.getByRole('link', { name: avatar.name }).waitFor()
    await worn.getByRole('button', { name: 'Add to favorites' }).click()
    await page.getByRole('menuitem').first().click()
    await worn.getByRole('button', { name: /^Remove from/ }).waitFor()
    await worn.getByRole('link', { name: avatar.name }).click()
    await page.getByRole('heading', { level: 1, name: avatar.name }).waitFor()
  }),

  journey(
    'groups of favorites are shown as far as one may see, and one’s own lead to what is in them',
    async (stage) => {
      const { viewer, friend, page } = await openWithFriend(stage, '/')
      await publishFavoriteGroup(friend, 'Quiet <b>places</b>', ['calm'])
      await page.goto(`/people/${friend.id}?tab=favorites`)
      const panel = page.getByRole('region', { name: 'Groups of favorites' })
      await panel.getByText('Quiet <b>places</b>').waitFor()
      await panel.getByText('calm', { exact: true }).waitFor()
      if ((await panel.getByRole('listitem').count()) !== 1) throw new Error('private groups are shown')
      await page.goto(`/people/${viewer.id}?tab=favorites`)
      await panel.getByText('Only you').first().waitFor()
      await panel.getByRole('link').last().click()
      await page.waitForURL(/\/favorites\?kind=worlds&group=WORLDS_4/)
    },
  ),

  journey('choose what one hears and sees of a person, and end all choices at once in the settings', async (stage) => {
    const { friend, page } = await openWithFriend(stage, '/')
    await page.goto(`/people/${friend.id}`)
    await page.getByLabel('Avatar', { exact: true }).selectOption({ label: 'Avatar hidden' })
    await page.getByLabel('Voice', { exact: true }).selectOption({ label: 'Voice muted' })
    await page.getByText('Muted by you').waitFor()
    const beside = await stage.openTabBeside(page)
    await beside.goto('/settings/blocked')
    await beside.getByText('Avatar hidden').waitFor()
    await beside.getByRole('button', { name: 'Remove all' }).click()
    await confirm(beside, 'Remove all')
    await beside.getByText('2 choices were removed.').waitFor()
    await beside.getByText("You haven't muted anybody.").waitFor()
    await beside.getByText('Choices you make in clients', { exact: false }).waitFor()
    await seesValue(page.getByLabel('Avatar', { exact: true }), '')
    await seesValue(page.getByLabel('Voice', { exact: true }), '')
  }),

  journey('choices about a person that are made at once are all kept, in their order', async (stage) => {
    const { friend, page } = await openWithFriend(stage, '/')
    await page.goto(`/people/${friend.id}`)
    const voice = page.getByLabel('Voice', { exact: true })
    const chat = page.getByRole('combobox', { name: 'Messages' })
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const mend = await beforeMutation(page, 'PersonAddChoice', () => held)
    await voice.selectOption({ label: 'Voice muted' })
    await seesValue(voice, 'MUTE')
    await voice.selectOption({ value: '' })
    await chat.selectOption({ index: 1 })
    await seesValue(voice, '')
    await seesValue(chat, 'MUTE_CHAT')
    release()
    await mend()
    const beside = await stage.openTabBeside(page)
    await eventually(async () => {
      await beside.goto(`/people/${friend.id}`)
      await seesValue(beside.getByRole('combobox', { name: 'Messages' }), 'MUTE_CHAT')
      return (await beside.getByLabel('Voice', { exact: true }).inputValue()) === ''
    })
    await seesValue(voice, '')
    await seesValue(chat, 'MUTE_CHAT')
  }),

  journey('an invite shows the picture that came with it', async (stage) => {
    const { viewer, friend, location, other } = await openBeforeInvites(stage, 9)
    const uploadId = await sendUpload(viewer, 'INVITE_PHOTO', await aPicture('lake.png'))
    await inviteWithPicture(viewer, { to: friend, location, uploadId })
    const picture = other.getByRole('img', { name: `Picture from ${viewer.username}` })
    await picture.waitFor()
    await eventually(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth > 0))
  }),

  journey('take an invite back, from the page of a friend and where friends are invited', async (stage) => {
    const { friend, page, world, other } = await openBeforeInvites(stage, 10)
    await page.goto(`/people/${friend.id}`)
    await page.getByRole('button', { name: 'Invite here' }).click()
    await other.getByText(`invites you to ${world.name}`, { exact: false }).waitFor()
    await page.getByRole('button', { name: 'Take back' }).click()
    await page.getByText('It was taken back.').waitFor()
    await isCaughtUp(other)
    await page.goto(`/worlds/${world.id}`)
    await page.getByRole('button', { name: 'Invite friends' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Invite friends' })
    await dialog.getByRole('button', { name: `Invite ${friend.username}` }).click()
    await other.getByText(`invites you to ${world.name}`, { exact: false }).waitFor()
    await dialog.getByRole('button', { name: `Take back the invite to ${friend.username}` }).click()
    await isCaughtUp(other)
    await dialog.getByRole('button', { name: `Invite ${friend.username}` }).waitFor()
  }),

  journey('an invite that is gone is not said to be taken back', async (stage) => {
    const { friend, page } = await openBeforeInvites(stage, 10)
    await page.goto(`/people/${friend.id}`)
    await page.getByRole('button', { name: 'Invite here' }).click()
    const takeBack = page.getByRole('button', { name: 'Take back' })
    await takeBack.waitFor()
    const answered = (answer: object) => {
      const { data } = Object(answer)
      return { data: { ...data, withdrawInvite: { ...data.withdrawInvite, isWithdrawn: false } } }
    }
    await changeAnswers(page, 'WithdrawInvite', answered)
    await takeBack.click()
    await page.getByText('It was already answered or is gone.').waitFor()
  }),
]
