import { Button, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ListPanel, type ListPanelProps } from '../../../components/ListPanel.tsx'
import type { ManageOutsiderFragment } from '../../../generated/graphql.ts'
import { type FragmentType, getFragmentData } from '../../../generated/index.ts'
import { OUTSIDER, OUTSIDER_LIST } from './documents.ts'
import { OutsiderRow } from './OutsiderRow.tsx'

interface OutsiderPanelProps extends Omit<ListPanelProps, 'list' | 'children'> {
  /** Undefined until they were read. */
  readonly outsiders: FragmentType<typeof OUTSIDER_LIST> | null | undefined
  /** Whether a person is in the list still: what an act changes of them is known before the list is read again. */
  readonly isIn: (person: ManageOutsiderFragment) => boolean
  /** Time of the request, the invite or the ban; ISO 8601. */
  readonly timeOf: (person: ManageOutsiderFragment) => string | null | undefined
  /** What can be done with a person. */
  readonly actsOf: (person: ManageOutsiderFragment) => ReactNode
}

/** People who are no members, page after page; what changes by itself is announced. */
export function OutsiderPanel({ outsiders, refusal, isIn, timeOf, actsOf, ...panel }: OutsiderPanelProps) {
  const list = getFragmentData(OUTSIDER_LIST, outsiders)
  const people = getFragmentData(OUTSIDER, list?.edges.map(({ node }) => node) ?? [])
  return (
    <ListPanel {...panel} list={list} refusal={list ? null : refusal}>
      <Stack component="ul" className="plainList" gap="md">
        {people.filter(isIn).map((person) => (
          <OutsiderRow key={person.id} outsider={person} time={timeOf(person)}>
            {actsOf(person)}
          </OutsiderRow>
        ))}
      </Stack>
    </ListPanel>
  )
}

interface OutsiderActProps {
  /** What is done. */
  readonly act: string
  /** With whom. */
  readonly name: string
  readonly isBusy: boolean
  readonly onClick: () => void
}

/** Something that can be done with one of the people. */
export function OutsiderAct({ act, name, isBusy, onClick }: OutsiderActProps) {
  const { t } = useTranslation('groupManage')
  return (
    <Button size="xs" variant="default" loading={isBusy} aria-label={t('actOn', { act, name })} onClick={onClick}>
      {act}
    </Button>
  )
}
