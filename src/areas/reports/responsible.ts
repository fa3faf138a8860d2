import { invalid, userNotFound } from '../../kernel/failure.ts'
import { type AvatarId, type GroupId, isId, trusted, type UserId, type WorldId } from '../../kernel/ids.ts'
import type { Scope } from '../../kernel/scope.ts'
import { avatarNotFound } from '../avatars/policy.ts'
import { eventNotFound } from '../calendar/policy.ts'
import { fileNotFound } from '../files/policy.ts'
import { groupNotFound } from '../groups/policy.ts'
import { printNotFound } from '../prints/policy.ts'
import { propNotFound } from '../props/policy.ts'
import { worldNotFound } from '../worlds/policy.ts'

/** Who is responsible for content, and what the content is called. */
export interface Responsible {
  readonly userId: UserId
  readonly contentName: string
}

type Reading = Pick<Scope, 'db'>

/**
 * The person responsible for content: its author or owner. Throws `missing`, and `invalid` for anything else than a person,
 * a world, an avatar, a group, a prop, an event, a picture or a print.
 */
export async function assertResponsible(scope: Reading, contentId: string): Promise<Responsible> {
  const responsible = await findResponsible(scope, contentId)
  if (responsible === null) throw contentNotSupported()
  return responsible
}

/** The person responsible for content; null for anything that the staff cannot act upon. Throws `missing`. */
export async function findResponsible(scope: Reading, contentId: string): Promise<Responsible | null> {
  if (isId('user', contentId)) return findPerson(scope, contentId)
  if (isId('group', contentId)) return findGroupOwner(scope, contentId)
  if (isId('avatar', contentId)) return findAvatarAuthor(scope, contentId)
  return isId('world', contentId) ? findWorldAuthor(scope, contentId) : findSmall(scope, contentId)
}

async function findSmall(scope: Reading, contentId: string): Promise<Responsible | null> {
  if (isId('prop', contentId)) return findPropAuthor(scope, contentId)
  if (isId('calendarEvent', contentId)) return findEventAuthor(scope, contentId)
  if (isId('file', contentId)) return findFileOwner(scope, contentId)
  return isId('print', contentId) ? findPrintOwner(scope, contentId) : null
}

async function findPerson({ db }: Reading, userId: UserId): Promise<Responsible> {
  const user = await db.user.findUnique({ where: { id: userId }, select: { displayName: true } })
  if (!user) throw userNotFound(userId)
  return { userId, contentName: user.displayName }
}

async function findWorldAuthor({ db }: Reading, id: WorldId): Promise<Responsible> {
  const world = await db.world.findUnique({ where: { id }, select: { authorId: true, name: true } })
  if (!world) throw worldNotFound(id)
  return { userId: trusted<'user'>(world.authorId), contentName: world.name }
}

async function findAvatarAuthor({ db }: Reading, id: AvatarId): Promise<Responsible> {
  const avatar = await db.avatar.findUnique({ where: { id }, select: { authorId: true, name: true } })
  if (!avatar) throw avatarNotFound()
  return { userId: trusted<'user'>(avatar.authorId), contentName: avatar.name }
}

/** A deleted group is missing. */
async function findGroupOwner({ db }: Reading, id: GroupId): Promise<Responsible> {
  const group = await db.group.findFirst({ where: { id, deletedAt: null }, select: { ownerId: true, name: true } })
  if (!group?.ownerId) throw groupNotFound()
  return { userId: trusted<'user'>(group.ownerId), contentName: group.name }
}

async function findPropAuthor({ db }: Reading, id: string): Promise<Responsible> {
  const prop = await db.prop.findFirst({ where: { id, deletedAt: null }, select: { authorId: true, name: true } })
  if (!prop) throw propNotFound()
  return { userId: trusted<'user'>(prop.authorId), contentName: prop.name }
}

/** Of an event whose author is gone, the owner of its group is responsible. */
async function findEventAuthor({ db }: Reading, id: string): Promise<Responsible> {
  const select = { authorId: true, title: true, group: { select: { ownerId: true } } } as const
  const event = await db.calendarEvent.findFirst({ where: { id, deletedAt: null }, select })
  const userId = event?.authorId ?? event?.group.ownerId
  if (!event || !userId) throw eventNotFound()
  return { userId: trusted<'user'>(userId), contentName: event.title }
}

async function findFileOwner({ db }: Reading, id: string): Promise<Responsible> {
  const file = await db.file.findUnique({ where: { id }, select: { ownerId: true, name: true } })
  if (!file) throw fileNotFound(id)
  return { userId: trusted<'user'>(file.ownerId), contentName: file.name }
}

async function findPrintOwner({ db }: Reading, id: string): Promise<Responsible> {
  const print = await db.print.findUnique({ where: { id }, select: { ownerId: true, note: true } })
  if (!print) throw printNotFound()
  return { userId: trusted<'user'>(print.ownerId), contentName: print.note }
}

export const contentNotSupported = () =>
  invalid('contentId', 'contentId: the staff cannot act upon anything of this kind', 'not_supported')
