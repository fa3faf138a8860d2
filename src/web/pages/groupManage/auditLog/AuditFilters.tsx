import { Button, Group, MultiSelect, Stack, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { GroupAuditEventType } from '../../../generated/graphql.ts'
import { usePanel } from '../../../graph/hooks.ts'
import { PersonSelect } from '../people/PersonSelect.tsx'
import type { ManageSearch } from '../search.ts'
import { FIND_ACTORS } from './documents.ts'
import { AUDIT_TYPES } from './types.ts'

interface AuditFiltersProps {
  readonly search: ManageSearch
  /** The kinds of entries that the log has. */
  readonly known: readonly GroupAuditEventType[]
}

/** Which entries are shown, as the address says. */
export function AuditFilters({ search, known }: AuditFiltersProps) {
  const { t } = useTranslation('groupManage')
  const navigate = useNavigate({ from: '/groups/$groupId/manage/$section' })
  const change = (changed: ManageSearch) => void navigate({ search: { ...search, ...changed }, replace: true })
  const isFiltered = Object.values(search).some((value) => value !== undefined)
  return (
    <Stack gap="sm">
      <Group gap="sm" align="end">
        <ActorSelect search={search} onChange={change} />
        <PeriodInputs search={search} onChange={change} />
      </Group>
      <Group gap="sm" align="end">
        <TypeSelect search={search} known={known} onChange={change} />
        {isFiltered && (
          <Button variant="subtle" onClick={() => void navigate({ search: {}, replace: true })}>
            {t('audit.showAll')}
          </Button>
        )}
      </Group>
    </Stack>
  )
}

interface FilterProps {
  readonly search: ManageSearch
  readonly onChange: (changed: ManageSearch) => void
}

function ActorSelect({ search: { actor, actorName }, onChange }: FilterProps) {
  const { t } = useTranslation('groupManage')
  const [text, setText] = useState('')
  const { data } = usePanel(FIND_ACTORS, { search: text }, { skip: text === '' })
  return (
    <PersonSelect
      label={t('audit.actor')}
      value={actor ? { id: actor, displayName: actorName ?? '' } : null}
      people={text ? (data?.users.edges.map(({ node }) => node) ?? []) : []}
      onSearch={setText}
      onChange={(person) => onChange({ actor: person?.id, actorName: person?.displayName })}
    />
  )
}

/** The first and the last day of the shown entries. */
function PeriodInputs({ search: { from, to }, onChange }: FilterProps) {
  const { t } = useTranslation('groupManage')
  return (
    <>
      <TextInput
        type="date"
        label={t('audit.from')}
        value={from ?? ''}
        max={to}
        onChange={({ currentTarget: { value } }) => onChange({ from: value || undefined })}
      />
      <TextInput
        type="date"
        label={t('audit.to')}
        value={to ?? ''}
        min={from}
        onChange={({ currentTarget: { value } }) => onChange({ to: value || undefined })}
      />
    </>
  )
}

function TypeSelect({ search: { types = [] }, known, onChange }: FilterProps & Pick<AuditFiltersProps, 'known'>) {
  const { t } = useTranslation('groupManage')
  const offered = AUDIT_TYPES.filter((type) => known.includes(type) || types.includes(type))
  const chooseTypes = (chosen: readonly string[]) => {
    const next = AUDIT_TYPES.filter((type) => chosen.includes(type))
    onChange({ types: next.length > 0 ? next : undefined })
  }
  return (
    <MultiSelect
      flex={1}
      miw={200}
      label={t('audit.types')}
      placeholder={types.length === 0 ? t('audit.anyType') : ''}
      data={offered.map((value) => ({ value, label: t(`audit.kinds.${value}`) }))}
      value={[...types]}
      searchable
      hidePickedOptions
      nothingFoundMessage={t('audit.noType')}
      onChange={chooseTypes}
    />
  )
}
