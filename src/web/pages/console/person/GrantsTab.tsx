import { Badge, Button, Group, Select, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Ago } from '../../../components/Ago.tsx'
import { askFirst } from '../../../components/askFirst.tsx'
import { LoadMore } from '../../../components/LoadMore.tsx'
import { Panel } from '../../../components/Panel.tsx'
import { BadgePicture } from '../../../components/people/BadgePicture.tsx'
import type { ConsoleGrantsOfQuery } from '../../../generated/graphql.ts'
import { usePanel } from '../../../graph/hooks.ts'
import { useAct } from '../../../graph/useAct.ts'
import { useWholeList } from '../kit/useWholeList.ts'
import type { AccountTabProps } from './AccountPage.tsx'
import {
  AWARD_BADGE,
  BADGE_CHOICES,
  CONSOLE_GRANTS_OF,
  GRANT_PERMISSION,
  PERMISSION_CHOICES,
  REVOKE_PERMISSION,
  WITHDRAW_BADGE,
} from './grantDocuments.ts'

type Account = NonNullable<NonNullable<ConsoleGrantsOfQuery['user']>['account']>

/** Which badges and permissions somebody has, and what gives them. The staff gives and takes them. */
export function GrantsTab({ userId, onChange }: AccountTabProps) {
  const { t } = useTranslation('staffPeople')
  const { data, refusal, reload, fetchMore } = usePanel(CONSOLE_GRANTS_OF, { userId })
  const badgeChoices = useBadgeChoices()
  const permissionChoices = usePermissionChoices()
  const account = data?.user?.account
  const of = { userId, onDone: onChange }
  const reading = { isLoading: !data && !refusal, refusal: data ? null : refusal, onRetry: reload }
  const { badges, permissionGrants } = account ?? {}
  return (
    <>
      <Panel title={t('badges.title')} {...reading}>
        {badges?.edges.length === 0 && <Text size="sm">{t('badges.none')}</Text>}
        <Stack component="ul" className="plainList" gap="sm" aria-label={t('badges.title')}>
          {badges?.edges.map(({ node }) => (
            <AwardRow key={node.id} award={node} {...of} />
          ))}
        </Stack>
        {badges && <LoadMore pageInfo={badges.pageInfo} onMore={(more) => fetchMore({ userId, more })} />}
        {badges && (
          <AwardField choices={without(badgeChoices, idsOf(badges.edges.map(({ node }) => node.badge)))} {...of} />
        )}
      </Panel>
      <Panel title={t('permissions.title')} {...reading}>
        {permissionGrants?.length === 0 && <Text size="sm">{t('permissions.none')}</Text>}
        <Stack component="ul" className="plainList" gap="sm" aria-label={t('permissions.title')}>
          {permissionGrants?.map((grant) => (
            <GrantRow key={keyOf(grant)} grant={grant} {...of} />
          ))}
        </Stack>
        {permissionGrants && (
          <GrantField choices={without(permissionChoices, idsOf(givenOf(permissionGrants)))} {...of} />
        )}
      </Panel>
    </>
  )
}

type Award = Account['badges']['edges'][number]['node']
type Grant = Account['permissionGrants'][number]

/** The permissions that the staff has given. */
const givenOf = (grants: readonly Grant[]) =>
  grants.flatMap(({ isByStaff, permission }) => (isByStaff && permission ? [permission] : []))

const idsOf = (things: readonly { readonly id: string }[]) => things.map(({ id }) => id)

const keyOf = ({ permission, isByStaff, grantedAt }: Grant) => `${permission?.id} ${isByStaff} ${grantedAt}`

interface RowProps {
  readonly userId: string
  readonly onDone: () => void
}

function AwardRow({ award: { badge, isHidden, assignedAt }, userId, onDone }: RowProps & { readonly award: Award }) {
  const { t } = useTranslation('staffPeople')
  const withdraw = useAct(WITHDRAW_BADGE)
  const { name } = badge
  const askAndWithdraw = async () => {
    const isWanted = await askFirst({
      title: t('badges.withdrawTitle'),
      text: t('badges.withdrawText', { name }),
      confirm: t('badges.withdraw'),
      cancel: t('badges.keep'),
    })
    if (isWanted && (await withdraw.act({ input: { userId, badgeId: badge.id } }))) onDone()
  }
  return (
    <Group component="li" justify="space-between" wrap="nowrap">
      <Group gap="sm" wrap="nowrap">
        <BadgePicture url={badge.imageUrl} />
        <Stack gap={0}>
          <Group gap="xs">
            <Text size="sm" fw={600}>
              {name}
            </Text>
            {isHidden && <Badge variant="light">{t('badges.hidden')}</Badge>}
            <Ago time={assignedAt} />
          </Group>
          <Text size="xs" c="dimmed">
            {badge.description}
          </Text>
        </Stack>
      </Group>
      <Button
        size="compact-sm"
        variant="default"
        loading={withdraw.isBusy}
        aria-label={t('badges.withdrawOne', { name })}
        onClick={() => void askAndWithdraw()}
      >
        {t('badges.withdraw')}
      </Button>
    </Group>
  )
}

interface Choice {
  readonly value: string
  readonly label: string
}

interface FieldProps extends RowProps {
  readonly choices: readonly Choice[]
}

const without = (choices: readonly Choice[], held: readonly string[]) =>
  choices.filter(({ value }) => !held.includes(value))

/** All badges. */
function useBadgeChoices(): readonly Choice[] {
  const { data, fetchMore } = usePanel(BADGE_CHOICES, {})
  useWholeList(data?.badges.pageInfo, (more) => fetchMore({ more }))
  return data?.badges.edges.map(({ node }) => ({ value: node.id, label: node.name })) ?? []
}

/** All permissions. */
function usePermissionChoices(): readonly Choice[] {
  const { data, fetchMore } = usePanel(PERMISSION_CHOICES, {})
  useWholeList(data?.permissions.pageInfo, (more) => fetchMore({ more }))
  return data?.permissions.edges.map(({ node }) => ({ value: node.id, label: node.displayName || node.name })) ?? []
}

function AwardField({ userId, choices, onDone }: FieldProps) {
  const { t } = useTranslation('staffPeople')
  const award = useAct(AWARD_BADGE)
  return (
    <ChoiceField
      label={t('badges.choose')}
      submit={t('badges.award')}
      choices={choices}
      isBusy={award.isBusy}
      onSend={async (badgeId) => (await award.act({ input: { userId, badgeId } })) !== null}
      onDone={onDone}
    />
  )
}

function GrantRow({ grant, userId, onDone }: RowProps & { readonly grant: Grant }) {
  const { t } = useTranslation('staffPeople')
  const revoke = useAct(REVOKE_PERMISSION)
  const { permission, isByStaff, grantedAt } = grant
  if (!permission) return null
  const name = permission.displayName || permission.name
  const askAndRevoke = async () => {
    const isWanted = await askFirst({
      title: t('permissions.revokeTitle'),
      text: t('permissions.revokeText', { name }),
      confirm: t('permissions.revoke'),
      cancel: t('permissions.keep'),
    })
    if (isWanted && (await revoke.act({ input: { userId, permissionId: permission.id } }))) onDone()
  }
  return (
    <Group component="li" justify="space-between" wrap="nowrap">
      <Stack gap={0}>
        <Group gap="xs">
          <Text size="sm" fw={600}>
            {name}
          </Text>
          {!isByStaff && <Badge variant="light">{t('permissions.bought')}</Badge>}
          <Ago time={grantedAt} />
        </Group>
        <Text size="xs" c="dimmed">
          {permission.description}
        </Text>
      </Stack>
      {isByStaff && (
        <Button
          size="compact-sm"
          variant="default"
          loading={revoke.isBusy}
          aria-label={t('permissions.revokeOne', { name })}
          onClick={() => void askAndRevoke()}
        >
          {t('permissions.revoke')}
        </Button>
      )}
    </Group>
  )
}

function GrantField({ userId, choices, onDone }: FieldProps) {
  const { t } = useTranslation('staffPeople')
  const give = useAct(GRANT_PERMISSION)
  return (
    <ChoiceField
      label={t('permissions.choose')}
      submit={t('permissions.grant')}
      choices={choices}
      isBusy={give.isBusy}
      onSend={async (permissionId) => (await give.act({ input: { userId, permissionId } })) !== null}
      onDone={onDone}
    />
  )
}

interface ChoiceFieldProps {
  readonly label: string
  readonly submit: string
  readonly choices: readonly { readonly value: string; readonly label: string }[]
  readonly isBusy: boolean
  /** Resolves to whether it was done; a refusal has been shown. */
  readonly onSend: (id: string) => Promise<boolean>
  readonly onDone: () => void
}

/** Chooses one of many by its name, and sends it. */
function ChoiceField({ label, submit, choices, isBusy, onSend, onDone }: ChoiceFieldProps) {
  const [chosen, setChosen] = useState<string | null>(null)
  const send = async () => {
    if (chosen === null || !(await onSend(chosen))) return
    setChosen(null)
    onDone()
  }
  return (
    <Group align="flex-end" gap="xs">
      <Select
        flex={1}
        miw={200}
        maw={420}
        label={label}
        searchable
        data={[...choices]}
        value={chosen}
        onChange={setChosen}
      />
      <Button disabled={chosen === null} loading={isBusy} onClick={() => void send()}>
        {submit}
      </Button>
    </Group>
  )
}
