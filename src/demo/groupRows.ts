import type { Faker } from '@faker-js/faker'
import type { Prisma } from '../generated/prisma/client.ts'
import type { Scope } from '../kernel/scope.ts'
import type { DemoFiles } from './files.ts'
import type { DemoGroup } from './groupList.ts'
import type { DemoUser } from './users.ts'

/** Rows of groups and of what is in them. */
export interface DemoGroups {
  readonly files: DemoFiles
  readonly groups: (Prisma.GroupCreateManyInput & { id: string; ownerId: string })[]
  readonly roles: (Prisma.GroupRoleCreateManyInput & { id: string; name: string })[]
  readonly members: Prisma.GroupMemberCreateManyInput[]
  readonly holders: Prisma.GroupMemberRoleCreateManyInput[]
  readonly announcements: Prisma.GroupAnnouncementCreateManyInput[]
  readonly posts: Prisma.GroupPostCreateManyInput[]
  readonly galleries: Prisma.GroupGalleryCreateManyInput[]
  readonly images: Prisma.GroupGalleryImageCreateManyInput[]
  readonly auditEntries: Prisma.GroupAuditEntryCreateManyInput[]
}

/** What a group is made from. */
export interface GroupMaking {
  readonly all: DemoGroups
  readonly people: readonly DemoUser[]
  readonly faker: Faker
  readonly scope: Scope
  readonly kind: DemoGroup
  readonly landscapes: DemoFiles['blobs']
}

/** A group with the ids that its rows need. */
export interface MadeGroup {
  readonly id: string
  readonly ownerId: string
  readonly createdAt: Date
  readonly privacy: string
  readonly joinState: string
}
