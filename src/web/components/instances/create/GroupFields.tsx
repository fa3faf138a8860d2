import { MultiSelect, Radio, Select, Skeleton, Stack, Text } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import type { InstanceHostGroupQuery } from '../../../generated/graphql.ts'
import { usePanel } from '../../../graph/hooks.ts'
import { LoadMore } from '../../LoadMore.tsx'
import { RefusalAlert } from '../../RefusalAlert.tsx'
import { GROUP_ACCESSES } from '../kinds.ts'
import { HOST_GROUP, HOST_GROUPS } from './documents.ts'
import { canMake, type NewInstanceValues } from './values.ts'

interface GroupFieldsProps {
  readonly form: UseFormReturnType<NewInstanceValues>
}

/** Which group hosts the instance, and who of it can enter. */
export function GroupFields({ form }: GroupFieldsProps) {
  const { t } = useTranslation('instances')
  const { data, refusal, reload, fetchMore } = usePanel(HOST_GROUPS, {})
  const { ownerId } = form.values
  const host = usePanel(HOST_GROUP, { groupId: ownerId }, { skip: ownerId === '' })
  const groups = data?.viewer?.groups
  const hosts = groups?.edges.map(({ node }) => node).filter(({ viewerCanCreateInstance }) => viewerCanCreateInstance)
  if (refusal) return <RefusalAlert refusal={refusal} onRetry={reload} />
  if (!groups || !hosts) return <Skeleton h={60} />
  if (hosts.length === 0) return <Text size="sm">{t('create.noGroups')}</Text>
  return (
    <Stack>
      <Select
        label={t('create.ownerId')}
        required
        searchable
        data={hosts.map(({ id, name }) => ({ value: id, label: name }))}
        nothingFoundMessage={t('create.noGroup')}
        comboboxProps={{ withinPortal: false }}
        {...form.getInputProps('ownerId')}
        value={ownerId || null}
        onChange={(value) => form.setValues({ ownerId: value ?? '', roleIds: [] })}
      />
      <LoadMore pageInfo={groups.pageInfo} onMore={(after) => fetchMore({ after })} />
      {host.refusal && <RefusalAlert refusal={host.refusal} onRetry={host.reload} />}
      {ownerId !== '' && host.data?.group && <AccessFields form={form} group={host.data.group} />}
    </Stack>
  )
}

interface AccessFieldsProps extends GroupFieldsProps {
  readonly group: NonNullable<InstanceHostGroupQuery['group']>
}

function AccessFields({ form, group }: AccessFieldsProps) {
  const { t } = useTranslation('instances')
  const accesses = GROUP_ACCESSES.filter((access) => canMake(group, access))
  const roles = group.roles?.edges.map(({ node }) => ({ value: node.id, label: node.name })) ?? []
  return (
    <>
      <Radio.Group label={t('create.groupAccess')} {...form.getInputProps('groupAccess')}>
        <Stack gap={8} mt={6}>
          {accesses.map((access) => (
            <Radio key={access} value={access} label={t(`access.${access}`)} />
          ))}
        </Stack>
      </Radio.Group>
      {form.values.groupAccess === 'ROLES' && (
        <MultiSelect
          label={t('create.roleIds')}
          required
          data={roles}
          comboboxProps={{ withinPortal: false }}
          {...form.getInputProps('roleIds')}
        />
      )}
    </>
  )
}
