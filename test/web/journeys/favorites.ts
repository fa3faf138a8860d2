import { eventually } from '../../support/eventually.ts'
import { type MadeAvatar, makeAvatar, updateAvatar } from '../acts/avatars.ts'
import { befriend, demoWorld } from '../acts.ts'
import { seesSoon } from '../delays.ts'
import { type Journey, journey } from '../journey.ts'
import type { Person } from '../people.ts'
import { confirm } from '../steps.ts'

const ADD = 'mutation A($input: AddFavoriteInput!) { addFavorite(input: $input) { favorite { id } } }'
const addFavorite = (person: Person, targetId: string, group: string) => person.run(ADD, { input: { targetId, group } })

const READ = '{ viewer { favorites(first: 50) { nodes { targetId group { name } } } } }'

/** Names of the groups that something is in. */
async function groupsOf(person: Person, targetId: string): Promise<string> {
  const nodes: { targetId: string; group: { name: string } }[] = Object(await person.run(READ)).viewer.favorites.nodes
  return nodes
    .filter((favorite) => favorite.targetId === targetId)
    .map(({ group }) => group.name)
    .join()
}

/** An author with some public avatars. */
async function someAvatars(author: Person, number: number): Promise<readonly MadeAvatar[]> {
  const made: MadeAvatar[] = []
  for (let at = 0; at < number; at += 1) made.push(await makeAvatar(author))
  return made
}

export const favoritesJourneys: readonly Journey[] = [
  journey('put avatars into a group of favorites, move one, rename the group, and clear it', async (stage) => {
    const [author, viewer] = [await stage.aPerson(), await stage.aPerson()]
    const [fox, wolf] = await someAvatars(author, 2)
    if (!fox || !wolf) throw new Error('there are no avatars')
    const page = await stage.openTab(viewer)
    for (const avatar of [fox, wolf]) {
      await page.goto(`/avatars/${avatar.id}`)
      await page.getByRole('button', { name: 'Add to favorites' }).click()
      await page.getByRole('menuitem', { name: /^Group 1 / }).click()
      await page.getByRole('button', { name: 'Remove from Group 1' }).waitFor()
    }
    await page.goto('/avatars?list=favorites')
    await page.getByText('2 avatars', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Show by group' }).click()
    await page.getByText('2 of 50, room for 48 more').waitFor()
    await page.getByRole('button', { name: `Move or remove ${fox.name}` }).click()
    await page.getByRole('menuitem', { name: 'Group 2 (0 of 50)' }).click()
    await page.getByText(`${fox.name} is in Group 2 now.`).waitFor()
    await page.getByText('1 of 50, room for 49 more').waitFor()
    await page.getByRole('link', { name: fox.name, exact: true }).waitFor({ state: 'detached' })
    await eventually(async () => (await groupsOf(viewer, fox.id)) === 'AVATARS_2')
    await page.getByRole('tab', { name: 'Group 2 (1 of 50)' }).click()
    await page.waitForURL(/group=AVATARS_2/)
    await page.getByRole('link', { name: fox.name, exact: true }).waitFor()
    await page.getByRole('button', { name: 'Rename Group 2' }).click()
    await page.getByLabel('Name of the group').fill('  ')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Use 1 or more characters.').waitFor()
    await page.getByLabel('Name of the group').fill('Soft <b>ones</b>')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: 'Soft <b>ones</b>' }).waitFor()
    await page.getByLabel('Who can see this group').selectOption({ label: 'Everybody' })
    const shown = 'query U($id: ID!) { user(id: $id) { favoriteGroups(first: 20) { nodes { displayName } } } }'
    await eventually(async () =>
      JSON.stringify(await author.run(shown, { id: viewer.id })).includes('Soft <b>ones</b>'),
    )
    await page.getByRole('button', { name: 'Clear Soft <b>ones</b>' }).click()
    await confirm(page, 'Cancel')
    await page.getByRole('button', { name: 'Clear Soft <b>ones</b>' }).click()
    await confirm(page, 'Clear')
    await page.getByText('No avatars are in this group.', { exact: false }).waitFor()
    await page.getByText('0 of 50, room for 50 more').waitFor()
    await eventually(async () => (await groupsOf(viewer, fox.id)) === '')
    if ((await groupsOf(viewer, wolf.id)) !== 'AVATARS_1') throw new Error('another group was cleared')
  }),

  journey('favorites of all kinds follow what another device does, and what becomes of them', async (stage) => {
    const [viewer, friend, author] = [await stage.aPerson(), await stage.aPerson(), await stage.aPerson()]
    await befriend(viewer, friend)
    const [world, avatar] = [await demoWorld(viewer, 9), await makeAvatar(author)]
    const page = await stage.openTab(viewer)
    await page.goto('/favorites')
    await page.getByText('No worlds are in this group.', { exact: false }).waitFor()
    await seesSoon({
      act: 'adding a favorite on another device',
      run: () => addFavorite(viewer, world.id, 'WORLDS_1'),
      seen: page.getByRole('link', { name: world.name, exact: true }),
    })
    await page.getByRole('tab', { name: 'Friends 0' }).click()
    await page.waitForURL(/kind=friends/)
    await addFavorite(viewer, friend.id, 'FRIENDS_1')
    await page.getByRole('link', { name: friend.username }).waitFor()
    await viewer.run('mutation U($input: UnfriendInput!) { unfriend(input: $input) { user { id } } }', {
      input: { userId: friend.id },
    })
    await page.getByRole('link', { name: friend.username }).waitFor({ state: 'detached' })
    await addFavorite(viewer, avatar.id, 'AVATARS_3')
    await page.getByRole('tab', { name: /^Avatars/ }).click()
    await page.getByRole('tab', { name: 'Group 3 (1 of 50)' }).click()
    await page.getByRole('link', { name: avatar.name, exact: true }).waitFor()
    await updateAvatar(author, avatar.id, { releaseStatus: 'PRIVATE' })
    await page.reload()
    await page.getByRole('button', { name: 'Move or remove No longer available' }).click()
    await page.getByRole('menuitem', { name: 'Remove from favorites' }).click()
    await page.getByText('No avatars are in this group.', { exact: false }).waitFor()
    if ((await groupsOf(viewer, avatar.id)) !== '') throw new Error('it is a favorite still')
    await page.goto('/favorites?kind=nonsense&group=AVATARS_1')
    await page.getByRole('tab', { name: 'Group 1 (1 of 100)' }).waitFor()
  }),
]
