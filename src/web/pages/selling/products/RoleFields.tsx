import { NativeSelect } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { RefusalAlert } from '../../../components/RefusalAlert.tsx'
import { graphql } from '../../../generated/index.ts'
import { usePanel } from '../../../graph/hooks.ts'
import { useOwnGroups } from '../useOwnGroups.ts'
import type { NewProductValues } from './CreateProductForm.tsx'

const ROLES = graphql(`
  query SellingRoles($groupId: ID!) {
    group(id: $groupId) {
      id
      roles(first: 100) {
        edges {
          cursor
          node {
            id
            name
            isManagement
            kind
          }
        }
      }
    }
  }
`)

interface RoleFieldsProps {
  readonly form: Pick<UseFormReturnType<NewProductValues>, 'getInputProps' | 'setFieldValue' | 'values'>
}

/** The group and the role that a product gives. */
export function RoleFields({ form }: RoleFieldsProps) {
  const { t } = useTranslation('selling')
  const own = useOwnGroups()
  const { groupId } = form.values
  const read = usePanel(ROLES, { groupId }, { skip: groupId === '' })
  const roles = read.data?.group?.roles?.edges.map(({ node }) => node) ?? []
  const sold = roles.filter(({ isManagement, kind }) => !isManagement && kind === 'CUSTOM')
  const chooseGroup = (id: string) => {
    form.setFieldValue('groupId', id)
    // A role of another group.
    form.setFieldValue('groupRoleId', '')
  }
  const choose = { value: '', label: t('fields.choose') }
  const refusal = own.refusal ?? read.refusal
  return (
    <>
      {refusal && <RefusalAlert refusal={refusal} onRetry={own.refusal ? own.reload : read.reload} />}
      <NativeSelect
        label={t('fields.groupId')}
        description={t('fields.groupHint')}
        required
        data={[choose, ...own.groups.map(({ id, name }) => ({ value: id, label: name }))]}
        {...form.getInputProps('groupId')}
        onChange={({ currentTarget: { value } }) => chooseGroup(value)}
      />
      <NativeSelect
        label={t('fields.groupRoleId')}
        required
        disabled={groupId === ''}
        data={[choose, ...sold.map(({ id, name }) => ({ value: id, label: name }))]}
        {...form.getInputProps('groupRoleId')}
      />
    </>
  )
}
