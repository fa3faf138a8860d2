import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Ago } from '../../../components/Ago.tsx'
import { RefusalAlert } from '../../../components/RefusalAlert.tsx'
import { formatNumber } from '../../../formats.ts'
import type { ConsoleLicenseGroupsQuery, LicenseInput } from '../../../generated/graphql.ts'
import { usePanel } from '../../../graph/hooks.ts'
import { request } from '../../../graph/request.ts'
import { CatalogueDialog } from './CatalogueDialog.tsx'
import type { CatalogueFieldSpec, CatalogueValues } from './CatalogueField.tsx'
import { CatalogueTable, type Edited } from './CatalogueTable.tsx'
import { CONSOLE_LICENSE_GROUPS, SET_LICENSE_GROUP } from './documents.ts'
import { LicenseRows } from './LicenseRows.tsx'
import { LICENSE_ACTIONS, LICENSE_TYPES } from './licenseTypes.ts'
import { useAllLicenses } from './useAllLicenses.ts'
import { oneOf, textOf } from './values.ts'

type Group = ConsoleLicenseGroupsQuery['licenseGroups']['edges'][number]['node']

const FIELDS: readonly CatalogueFieldSpec[] = [
  { name: 'name', kind: 'text', isRequired: true },
  { name: 'description', kind: 'area' },
]

/** The licenses of a form, whose rows are of no type of their own. */
function licensesOf({ licenses }: CatalogueValues): LicenseInput[] {
  return (Array.isArray(licenses) ? licenses : []).map((license) => {
    const row = { ...Object(license) }
    return {
      forType: oneOf(LICENSE_TYPES, textOf(row, 'forType')),
      forId: textOf(row, 'forId'),
      forAction: oneOf(LICENSE_ACTIONS, textOf(row, 'forAction')),
    }
  })
}

const send = (licenseGroupId: string | undefined, values: CatalogueValues) =>
  request(SET_LICENSE_GROUP, {
    input: {
      ...(licenseGroupId !== undefined && { licenseGroupId }),
      name: textOf(values, 'name'),
      description: textOf(values, 'description'),
      licenses: licensesOf(values),
    },
  })

interface GroupDialogProps {
  readonly edited: Edited<Group>
  readonly onClose: () => void
  readonly onDone: () => void
}

/** The form of a group, which has all of its licenses: what is not in it is taken from all who hold the group. */
function GroupDialog({ edited, onClose, onDone }: GroupDialogProps) {
  const { t } = useTranslation('staffCatalogue')
  const group = edited === 'new' ? undefined : edited
  const { licenses, refusal } = useAllLicenses(group?.id)
  if (refusal) return <RefusalAlert refusal={refusal} />
  if (!licenses) return null
  return (
    <CatalogueDialog
      title={group?.name ?? t('new.licenses')}
      text={t('licenses.text')}
      fields={() => FIELDS}
      initialValues={{ name: group?.name ?? '', description: group?.description ?? '', licenses }}
      onSend={(values) => send(group?.id, values)}
      onClose={onClose}
      onDone={onDone}
    >
      {(form) => <LicenseRows form={form} />}
    </CatalogueDialog>
  )
}

/** Sets of licenses, which subscriptions bring. */
export function LicensesTab() {
  const { t } = useTranslation('staffCatalogue')
  const { data, refusal, reload, fetchMore } = usePanel(CONSOLE_LICENSE_GROUPS, {})
  return (
    <CatalogueTable
      tab="licenses"
      columns={[
        { name: 'name', header: t('fields.name'), cell: ({ name }) => name },
        { name: 'description', header: t('fields.description'), cell: ({ description }) => description },
        { name: 'licenses', header: t('licenses.brings'), cell: (group) => <Brings group={group} /> },
        { name: 'changed', header: t('changed'), cell: ({ updatedAt }) => <Ago time={updatedAt} />, width: '8rem' },
      ]}
      list={data?.licenseGroups}
      refusal={refusal}
      onRetry={reload}
      onMore={(more) => fetchMore({ more })}
      canEdit={() => true}
      nameOf={({ name }) => name}
      form={(edited, close) => <GroupDialog edited={edited} onClose={close} onDone={reload} />}
    />
  )
}

/** The first licenses of a group, and how many there are. */
function Brings({ group: { licenses } }: { readonly group: Group }) {
  const { t, i18n } = useTranslation('staffCatalogue')
  const names = licenses.edges.map(({ node }) => node.forName)
  const more = licenses.totalCount - names.length
  return (
    <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
      {names.join(', ')}
      {more > 0 && ` ${t('licenses.more', { number: formatNumber(i18n.language, more) })}`}
    </Text>
  )
}
