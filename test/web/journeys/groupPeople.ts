import { assert, createRole, giveRole, inMenu, membershipOf, openSection } from '../acts/groupManage.ts'
import { aFounder, createGroup, inviteToGroup, joinGroup } from '../acts/groups.ts'
import { seesSoon } from '../delays.ts'
import { type Journey, journey, shortJourney } from '../journey.ts'
import type { Stage } from '../stage.ts'
import { confirm } from '../steps.ts'

const WITHDRAW = 'mutation W($input: CancelGroupRequestInput!) { cancelGroupRequest(input: $input) { group { id } } }'

/** Somebody who owns a group, on one part of managing it. */
async function aManagedGroup(stage: Stage, section: string, given: Readonly<Record<string, unknown>> = {}) {
  const owner = await aFounder(stage)
  const group = await createGroup(owner, given)
  const page = await stage.openTab(owner)
  await openSection(page, group, section)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return { owner, group, page }
}

/** Whether an act is refused for a reason. */
const isRefused = (act: Promise<unknown>, reason: string): Promise<boolean> =>
  act.then(
    () => false,
    (error: unknown) => String(error).includes(reason),
  )

export const groupPeopleJourneys: readonly Journey[] = [
  shortJourney('requests to join a group appear at once; they are accepted, declined and blocked', async (stage) => {
    const { owner, group, page } = await aManagedGroup(stage, 'requests', { joinState: 'REQUEST' })
    const [one, two, three, four] = await Promise.all([1, 2, 3, 4].map(() => stage.aPerson()))
    if (!one || !two || !three || !four) throw new Error('somebody is missing')
    await page.getByText('Nobody asks to join at the moment.').waitFor()
    await seesSoon({
      act: 'a request to join a group',
      run: () => joinGroup(one, group),
      seen: page.getByRole('button', { name: `Accept: ${one.username}` }),
    })
    for (const person of [two, three, four]) await joinGroup(person, group)
    await inMenu(page, 'Requests to join 4').waitFor()
    await four.run(WITHDRAW, { input: { groupId: group.id } })
    await page.getByRole('button', { name: `Accept: ${four.username}` }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: `Accept: ${one.username}` }).click()
    await page.getByRole('button', { name: `Accept: ${one.username}` }).waitFor({ state: 'detached' })
    assert((await membershipOf(owner, group, one))?.status === 'MEMBER', 'the first one is no member')
    await page.getByRole('button', { name: `Decline: ${two.username}` }).click()
    await page.getByRole('button', { name: `Decline: ${two.username}` }).waitFor({ state: 'detached' })
    assert((await membershipOf(owner, group, two))?.status === 'INACTIVE', 'the second one still asks')
    await page.getByRole('button', { name: `Decline and block: ${three.username}` }).click()
    await confirm(page, 'Decline and block')
    await page.getByText('Nobody asks to join at the moment.').waitFor()
    await inMenu(page, /^Requests to join$/).waitFor()
    assert(await isRefused(joinGroup(three, group), 'GROUP_REQUESTS_BLOCKED'), 'a blocked person asks again')
    const blocked = page.getByRole('region', { name: 'May not ask again' })
    await blocked.getByRole('button', { name: `Let ask again: ${three.username}` }).click()
    await blocked.getByText('Nobody is kept from asking.').waitFor()
    assert((await membershipOf(owner, group, three))?.isRequestBlocked === false, 'still blocked')
  }),

  journey('invite people to a group, withdraw an invite, and see who accepts', async (stage) => {
    const { owner, group, page } = await aManagedGroup(stage, 'invites', { joinState: 'INVITE' })
    const [guest, other] = [await stage.aPerson(), await stage.aPerson()]
    const guestPage = await stage.openTab(guest)
    await guestPage.goto('/notifications')
    await guestPage.getByText("You're all caught up.", { exact: false }).waitFor()
    const sent = page.getByRole('region', { name: 'Sent invites' })
    await sent.getByText('No invite is waiting for an answer.', { exact: false }).waitFor()
    await page.getByLabel('Find people by name').fill('nobodyatallzz')
    await page.getByText('Nobody has such a name.').waitFor()
    await page.getByLabel('Find people by name').fill(guest.username)
    await seesSoon({
      act: 'an invite to a group',
      run: () => page.getByRole('button', { name: `Invite: ${guest.username}`, exact: true }).click(),
      seen: guestPage.getByRole('button', { name: 'Accept' }),
    })
    await page.getByRole('region', { name: 'Invite somebody' }).getByText('Invited', { exact: true }).waitFor()
    await inMenu(page, 'Invites 1').waitFor()
    await sent.getByRole('button', { name: `Withdraw: ${guest.username}` }).click()
    await guestPage.getByRole('button', { name: 'Accept' }).waitFor({ state: 'detached' })
    assert((await membershipOf(owner, group, guest))?.status === 'INACTIVE', 'the invite stands')
    await page.getByRole('button', { name: `Invite: ${guest.username}`, exact: true }).click()
    await sent.getByText(guest.username).waitFor()
    await seesSoon({
      act: 'an invite of another manager',
      run: () => inviteToGroup(owner, group, other),
      seen: sent.getByText(other.username),
    })
    await sent.getByText(`Invited by ${owner.username}`, { exact: false }).first().waitFor()
    await guestPage.getByRole('button', { name: 'Accept' }).click()
    await sent.getByText(guest.username).waitFor({ state: 'detached' })
    assert((await membershipOf(owner, group, guest))?.status === 'MEMBER', 'the guest is no member')
    await joinGroup(other, group)
    await sent.getByText('No invite is waiting for an answer.', { exact: false }).waitFor()
  }),

  journey('nobody is invited to a closed group, which is said', async (stage) => {
    const { page } = await aManagedGroup(stage, 'invites', { joinState: 'CLOSED' })
    await page.getByText('Nobody can join this group now.', { exact: false }).waitFor()
    assert((await page.getByLabel('Find people by name').count()) === 0, 'there is a search')
  }),

  journey('ban somebody who is no member, and unban them, with another manager looking on', async (stage) => {
    const { owner, group, page } = await aManagedGroup(stage, 'bans')
    const [stranger, manager] = [await stage.aPerson(), await stage.aPerson()]
    await joinGroup(manager, group)
    const permissions = ['BANS_MANAGE', 'MEMBERS_MANAGE']
    await giveRole(owner, await createRole(owner, group, { name: 'Guard', permissions }), manager)
    const beside = await stage.openTab(manager)
    await openSection(beside, group, 'bans')
    await beside.getByText('Nobody is banned.').waitFor()
    await page.getByLabel('Find people by name').fill(stranger.username)
    await page.getByRole('button', { name: `Ban: ${stranger.username}` }).click()
    await seesSoon({
      act: 'banning a stranger',
      run: () => confirm(page, 'Ban'),
      seen: beside.getByRole('button', { name: `Unban: ${stranger.username}` }),
    })
    await page.getByRole('region', { name: 'Ban somebody' }).getByText('Banned', { exact: true }).waitFor()
    assert(await isRefused(joinGroup(stranger, group), 'GROUP_BANNED'), 'a banned person joins')
    await seesSoon({
      act: 'unbanning somebody',
      run: () => beside.getByRole('button', { name: `Unban: ${stranger.username}` }).click(),
      seen: page.getByText('Nobody is banned.'),
    })
    await joinGroup(stranger, group)
    // The guard stands above all members, and below the owner.
    await beside.getByLabel('Find people by name').fill(owner.username)
    await beside.getByRole('region', { name: 'Ban somebody' }).getByText('Member', { exact: true }).waitFor()
    assert(
      (await beside.getByRole('button', { name: `Ban: ${owner.username}` }).count()) === 0,
      'the owner can be banned',
    )
  }),
]
