import { Group } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { KeysHelp } from '../kit/ConsoleTable.tsx'
import { DayFilter } from '../kit/DayFilter.tsx'
import { ExportButton } from '../kit/ExportButton.tsx'
import { PersonFilter } from '../kit/PersonFilter.tsx'
import { SavedViews } from '../kit/SavedViews.tsx'
import { CONSOLE_PAGES } from '../sections.ts'
import type { EconomySearch } from './search.ts'

const [PAGE] = CONSOLE_PAGES.filter(({ name }) => name === 'economy')

export interface EconomyListProps {
  readonly search: EconomySearch
}

/** A function that changes what the address says. */
export function useEconomySearch({ search }: EconomyListProps) {
  const navigate = useNavigate({ from: '/console/economy' })
  return (changed: EconomySearch) => void navigate({ search: { ...search, ...changed }, replace: true })
}

interface EconomyFiltersProps extends EconomyListProps {
  /** What the person of the filter is; without it nobody is asked for. */
  readonly person?: string
  readonly hasDays?: boolean
  readonly exported: Omit<Parameters<typeof ExportButton>[0], 'key'>
  /** Further filters. */
  readonly children?: ReactNode
}

/** What narrows a list of the economy, and what can be done with all that it finds. */
export function EconomyFilters({ search, person, hasDays = false, exported, children }: EconomyFiltersProps) {
  const change = useEconomySearch({ search })
  return (
    <Group align="flex-end" gap="xs">
      {person !== undefined && (
        <PersonFilter label={person} value={search.person} onChange={(id) => change({ person: id })} />
      )}
      {children}
      {hasDays && <DayFilter value={search} onChange={change} />}
      <KeysHelp keys={[]} />
      {PAGE && <SavedViews page={PAGE} search={{ ...search }} />}
      <ExportButton {...exported} />
    </Group>
  )
}
