import { Stack, Text } from '@mantine/core'
import { Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Ago } from '../../../components/Ago.tsx'
import { RouteLink } from '../../../components/RouteLink.tsx'
import type { AuditEntryFragment } from '../../../generated/graphql.ts'
import { AuditChanges } from './AuditChanges.tsx'
import { changesIn, nameIn } from './auditData.ts'

interface NamedRole {
  readonly id: string
  readonly name: string
}

interface AuditEntryRowProps {
  readonly entry: AuditEntryFragment
  /** The roles that the group has now. */
  readonly roles: readonly NamedRole[]
}

/** What somebody has done, with the way to the people, and what was changed. */
export function AuditEntryRow({ entry, roles }: AuditEntryRowProps) {
  return (
    <Stack component="li" gap={4}>
      <Text size="sm">
        <AuditSentence entry={entry} roles={roles} />
      </Text>
      <AuditChanges changes={changesIn(entry.data)} />
      <Ago time={entry.createdAt} />
    </Stack>
  )
}

/** Stand in a sentence for people, who become links. */
const ACTOR = '⟦actor⟧'
const TARGET = '⟦target⟧'
const MARKS = /(⟦\w+⟧)/

/** Entries that one person makes for themselves read otherwise than those about others. */
const textKeyOf = ({ type, actorId, targetId }: AuditEntryFragment) => {
  if (type === 'MEMBER_JOIN' && actorId !== targetId) return 'MEMBER_ADD'
  if (type === 'TRANSFER_CANCEL' && actorId === targetId) return 'TRANSFER_DECLINE'
  return type
}

function AuditSentence({ entry, roles }: AuditEntryRowProps) {
  const { t } = useTranslation('groupManage')
  const { actor, actorId, targetUser, targetId } = entry
  const name = nameIn(entry.data) ?? roles.find(({ id }) => id === targetId)?.name
  const thing = name ? t('audit.quoted', { name }) : ''
  const text = t(`audit.entries.${textKeyOf(entry)}`, { actor: ACTOR, target: TARGET, thing })
  const people: Readonly<Record<string, ReactNode>> = {
    [ACTOR]: <PersonLink person={actor} otherwise={actorId ? t('audit.platform') : t('audit.erased')} />,
    [TARGET]: <PersonLink person={targetUser} otherwise={t('audit.erased')} />,
  }
  return text.split(MARKS).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have no other identity than their place.
    <Fragment key={index}>{people[part] ?? part}</Fragment>
  ))
}

interface PersonLinkProps {
  readonly person: { readonly id: string; readonly displayName: string } | null | undefined
  /** What is said where there is nobody. */
  readonly otherwise: string
}

const PersonLink = ({ person, otherwise }: PersonLinkProps) =>
  person ? (
    <RouteLink to="/people/$personId" params={{ personId: person.id }} inherit fw={600}>
      {person.displayName}
    </RouteLink>
  ) : (
    otherwise
  )
