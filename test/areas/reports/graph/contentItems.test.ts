import { beforeEach, describe, expect, test } from 'vitest'
import type { ContentItemsQueryVariables } from '../../../generated/graphql.ts'
import { graphql } from '../../../generated/index.ts'
import { sharedApp } from '../../../support/app.ts'
import { anAvatar } from '../../../support/avatars.ts'
import { anEvent, eventId } from '../../../support/calendar.ts'
import { download } from '../../../support/files.ts'
import { aGraphClient } from '../../../support/graphClient.ts'
import { aGroup } from '../../../support/groups.ts'
import { aPrint, aProp } from '../../../support/props.ts'
import { refusal } from '../../../support/refusals.ts'
import { aWorldReportRequest, submitReport } from '../../../support/reports.ts'
import { aStaffMember } from '../../../support/staff.ts'
import { aUser, type TestUser } from '../../../support/users.ts'
import { aWorld } from '../../../support/worlds.ts'

const Items = graphql(`
  query ContentItems($kind: ContentItemKind!, $filter: ContentItemFilter, $sort: ContentItemSort, $after: String, $first: Int) {
    contentItems(kind: $kind, filter: $filter, sort: $sort, first: $first, after: $after) {
      totalCount
      pageInfo { hasNextPage endCursor }
      nodes {
        contentId kind name description thumbnailUrl author { id } createdAt updatedAt state tags isFeatured isVerified
        memberCount openReportCount hiding { contentId hiddenAt reason hiddenBy { id } }
      }
    }
  }
`)
const Item = graphql(`
  query ContentItem($contentId: ID!) { contentItem(contentId: $contentId) { contentId state hiding { id } } }
`)
const Hidden = graphql(`
  query HiddenContent($filter: HiddenContentFilter) {
    hiddenContent(filter: $filter, first: 100) {
      totalCount
      nodes { id contentId kind hiddenAt reason hiddenBy { id } item { name author { id } } }
    }
  }
`)
const HideIt = graphql(`
  mutation HideIt($input: HideContentInput!) { hideContent(input: $input) { content { __typename } } }
`)
const ShowIt = graphql(`
  mutation ShowIt($input: ShowContentInput!) { showContent(input: $input) { content { __typename } } }
`)

const app = await sharedApp()
const keeper = await aStaffMember(app, 'content')
const graph = aGraphClient(app, keeper.api)
let eve: TestUser
beforeEach(async () => {
  eve = await aUser(app)
})

const hide = (contentId: string, reason?: string) =>
  graph.run(HideIt, { input: { contentId, ...(reason && { reason }) } })
const show = (contentId: string) => graph.run(ShowIt, { input: { contentId } })
const hiddenRow = async (contentId: string) =>
  (await graph.run(Hidden, { filter: { hiddenById: keeper.id } })).hiddenContent.nodes.find(
    (row) => row.contentId === contentId,
  )
const stateOf = async (contentId: string) => (await graph.run(Item, { contentId })).contentItem?.state

describe('content as the staff sees it', () => {
  test('lists the worlds of an author, also private and hidden ones, with their open reports', async () => {
    const [open, closed] = [await aWorld(app, eve), await aWorld(app, eve, { releaseStatus: 'private' })]
    await submitReport(await aUser(app), aWorldReportRequest(open))
    await hide(closed, 'Not here.')
    const { contentItems } = await graph.run(Items, { kind: 'WORLD', filter: { authorId: eve.id } })
    expect(contentItems).toMatchObject({
      totalCount: 2,
      nodes: [
        {
          ...{ contentId: closed, kind: 'WORLD', state: 'HIDDEN', author: { id: eve.id }, openReportCount: 0 },
          hiding: { contentId: closed, reason: 'Not here.', hiddenBy: { id: keeper.id } },
        },
        { contentId: open, state: 'PUBLIC', openReportCount: 1, hiding: null, isFeatured: false, isVerified: null },
      ],
    })
    const found = async (filter: object) =>
      (await graph.run(Items, { kind: 'WORLD', filter: { authorId: eve.id, ...filter } })).contentItems.nodes.map(
        ({ contentId }) => contentId,
      )
    expect(await found({ isReported: true })).toEqual([open])
    expect(await found({ isReported: false })).toEqual([closed])
    expect(await found({ state: 'HIDDEN' })).toEqual([closed])
    expect(await found({ state: 'PUBLIC' })).toEqual([open])
    expect(await found({ state: 'DRAFT' })).toEqual([])
    expect(await found({ search: open })).toEqual([open])
    expect(await found({ search: 'no such name' })).toEqual([])
  })

  test('goes through the list page by page in both orders of time', async () => {
    const ids = [await aWorld(app, eve), await aWorld(app, eve), await aWorld(app, eve)]
    for (const sort of ['CREATED_AT', 'UPDATED_AT'] as const) {
      const variables = { kind: 'WORLD', filter: { authorId: eve.id }, sort, first: 2 } as const
      const first = (await graph.run(Items, variables)).contentItems
      expect(first.pageInfo.hasNextPage).toBe(true)
      const rest = (await graph.run(Items, { ...variables, after: first.pageInfo.endCursor ?? null })).contentItems
      expect([...first.nodes, ...rest.nodes].map(({ contentId }) => contentId)).toEqual(ids.toReversed())
    }
  })

  test('lists groups by state, verification, tag, name and members', async () => {
    const name = `Quiet ${crypto.randomUUID()}`
    const { id, owner } = await aGroup(app, { name, privacy: 'private' })
    const filters = [
      { authorId: owner.id },
      { search: name.toUpperCase() },
      { search: id },
      { state: 'PRIVATE' },
    ] as const
    for (const filter of filters) {
      const { nodes } = (await graph.run(Items, { kind: 'GROUP', filter: { authorId: owner.id, ...filter } }))
        .contentItems
      expect(nodes).toMatchObject([{ contentId: id, state: 'PRIVATE', isVerified: false, memberCount: 1 }])
    }
    await app.scope().db.group.update({ where: { id }, data: { isVerified: true, tags: ['staff_pick'] } })
    const verified = { isVerified: true, tag: 'staff_pick', authorId: owner.id }
    const byMembers = await graph.run(Items, { kind: 'GROUP', filter: verified, sort: 'MEMBER_COUNT' })
    expect(byMembers.contentItems.nodes).toMatchObject([{ contentId: id, isVerified: true }])
  })

  test('refuses conditions and orders that content of a kind does not have', async () => {
    const refused: readonly ContentItemsQueryVariables[] = [
      { kind: 'PRINT', filter: { search: 'a note' } },
      { kind: 'PICTURE', filter: { tag: 'icon' } },
      { kind: 'GROUP', filter: { isFeatured: true } },
      { kind: 'WORLD', filter: { isVerified: true } },
      { kind: 'EVENT', sort: 'UPDATED_AT' },
      { kind: 'WORLD', sort: 'MEMBER_COUNT' },
    ]
    for (const variables of refused) expect(await graph.refusalCodes(Items, variables)).toEqual(['BAD_INPUT'])
  })

  test('is for those alone who judge content', async () => {
    const worldId = await aWorld(app, eve)
    for (const person of [eve, await aStaffMember(app, 'people')]) {
      const other = aGraphClient(app, person.api)
      expect(await other.refusalCodes(Items, { kind: 'WORLD' })).toEqual(['FORBIDDEN'])
      expect(await other.refusalCodes(Item, { contentId: worldId })).toEqual(['FORBIDDEN'])
      expect(await other.refusalCodes(Hidden, {})).toEqual(['FORBIDDEN'])
    }
    const judge = aGraphClient(app, (await aStaffMember(app, 'reports')).api)
    expect(await judge.run(Item, { contentId: worldId })).toMatchObject({ contentItem: { state: 'PUBLIC' } })
    expect(await graph.run(Item, { contentId: eve.id })).toEqual({ contentItem: null })
  })
})

describe('hidden content', () => {
  test('is listed with who, when and why, until it is shown again or deleted', async () => {
    const [worldId, avatarId] = [await aWorld(app, eve), await anAvatar(app, eve)]
    await hide(worldId, 'A reason')
    await hide(avatarId)
    expect(await hiddenRow(worldId)).toMatchObject({
      ...{ kind: 'WORLD', reason: 'A reason', hiddenBy: { id: keeper.id } },
      item: { author: { id: eve.id } },
    })
    expect(await hiddenRow(avatarId)).toMatchObject({ kind: 'AVATAR', reason: null })
    await show(worldId)
    expect(await hiddenRow(worldId)).toBeUndefined()
    await eve.api.call('deleteAvatar', { avatarId })
    expect(await hiddenRow(avatarId)).toBeUndefined()
    expect(await stateOf(avatarId)).toBeUndefined()
  })

  test('a hidden prop is private, and its author cannot publish it', async () => {
    const propId = await aProp(app, eve)
    await eve.api.call('publishProp', { propId })
    await hide(propId)
    expect(await (await aUser(app)).api.try('getProp', { propId })).toMatchObject({ status: 404 })
    expect(await eve.api.call('getProp', { propId })).toMatchObject({ releaseStatus: 'private' })
    const hiddenByAdmin = refusal(403, 'This prop was hidden by an admin')
    expect(await eve.api.try('publishProp', { propId })).toMatchObject(hiddenByAdmin)
    expect(await graph.refusalCodes(HideIt, { input: { contentId: propId } })).toEqual(['CONFLICT'])
    await show(propId)
    expect(await stateOf(propId)).toBe('PUBLIC')
    expect(await graph.refusalCodes(ShowIt, { input: { contentId: propId } })).toEqual(['CONFLICT'])
  })

  test('a hidden print is shown to its owner and the staff alone, by its thumbnails, too', async () => {
    const { id, files } = await aPrint(eve, { note: 'Look!' })
    const image = files.image ?? ''
    const thumbnail = image.replace('/file/', '/image/').replace(/\/file$/, '/256')
    const statusFor = async (person?: TestUser) => {
      const given = person ? { person } : {}
      return [(await download(app, image, given)).status, (await download(app, thumbnail, given)).status]
    }
    expect(await statusFor()).toEqual([200, 200])
    await hide(id, 'Not this.')
    expect(await statusFor()).toEqual([404, 404])
    expect(await statusFor(await aUser(app))).toEqual([404, 404])
    expect(await statusFor(eve)).toEqual([200, 200])
    expect(await statusFor(keeper)).toEqual([200, 200])
    expect(await hiddenRow(id)).toMatchObject({ kind: 'PRINT', item: { name: 'Look!' } })
    expect(await graph.run(Items, { kind: 'PRINT', filter: { authorId: eve.id, state: 'HIDDEN' } })).toMatchObject({
      contentItems: { nodes: [{ contentId: id, state: 'HIDDEN' }] },
    })
    await show(id)
    expect(await statusFor()).toEqual([200, 200])
    await hide(id)
    await eve.api.call('deletePrint', { printId: id })
    expect(await hiddenRow(id)).toBeUndefined()
  })

  test('a hidden event is a draft that nobody can publish', async () => {
    const { id: groupId, owner } = await aGroup(app)
    const calendarId = eventId(await anEvent(owner, groupId, { accessType: 'public' }))
    await hide(calendarId)
    const stranger = await aUser(app)
    const path = { groupId, calendarId }
    expect(await stranger.api.try('getGroupCalendarEvent', path)).toMatchObject({ status: 404 })
    expect(await owner.api.call('getGroupCalendarEvent', path)).toMatchObject({ isDraft: true })
    expect(await owner.api.try('updateGroupCalendarEvent', { ...path, body: { isDraft: false } })).toMatchObject(
      refusal(403, 'This event was hidden by an admin'),
    )
    await owner.api.call('updateGroupCalendarEvent', { ...path, body: { title: 'Another title' } })
    expect(await hiddenRow(calendarId)).toMatchObject({ kind: 'EVENT', item: { name: 'Another title' } })
    await show(calendarId)
    expect(await stranger.api.call('getGroupCalendarEvent', path)).toMatchObject({ title: 'Another title' })
  })

  test('the staff decides nothing about what is their own', async () => {
    const own = await aWorld(app, keeper)
    expect(await graph.refusalCodes(HideIt, { input: { contentId: own } })).toEqual(['FORBIDDEN'])
    expect(await stateOf(own)).toBe('PUBLIC')
  })
})
