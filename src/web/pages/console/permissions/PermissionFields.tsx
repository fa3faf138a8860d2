import { Fieldset, MultiSelect, NumberInput, SimpleGrid, Stack, TagsInput, Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { usePanel } from '../../../graph/hooks.ts'
import type { GraphForm } from '../../../graph/useGraphForm.ts'
import { useWholeList } from '../kit/useWholeList.ts'
import { BADGE_CHOICES } from '../person/grantDocuments.ts'
import { FAVORITE_LIMITS, FAVORITE_TYPES, LIMITS, type PermissionValues } from './permissionValues.ts'

interface PermissionFieldsProps {
  readonly form: GraphForm<PermissionValues>['form']
  /** Whether programs know the permission by its name, which stays. */
  readonly isNameFixed: boolean
}

/** All fields of a permission. */
export function PermissionFields({ form, isNameFixed }: PermissionFieldsProps) {
  const { t } = useTranslation('configuration')
  return (
    <Stack>
      <TextInput label={t('permissions.displayName')} required data-autofocus {...form.getInputProps('displayName')} />
      <TextInput
        label={t('permissions.name')}
        description={t(isNameFixed ? 'permissions.nameStays' : 'permissions.nameHint')}
        required
        readOnly={isNameFixed}
        {...form.getInputProps('name')}
      />
      <Textarea label={t('permissions.description')} autosize minRows={2} {...form.getInputProps('description')} />
      <BadgesField form={form} />
      <TagsInput
        label={t('permissions.tags')}
        description={t('permissions.tagsHint')}
        splitChars={[',']}
        {...form.getInputProps('data.tags')}
      />
      <LimitFields form={form} />
    </Stack>
  )
}

type FormProps = Pick<PermissionFieldsProps, 'form'>

function BadgesField({ form }: FormProps) {
  const { t } = useTranslation('configuration')
  const { data, fetchMore } = usePanel(BADGE_CHOICES, {})
  useWholeList(data?.badges.pageInfo, (more) => fetchMore({ more }))
  return (
    <MultiSelect
      label={t('permissions.badges')}
      searchable
      data={data?.badges.edges.map(({ node }) => ({ value: node.id, label: node.name })) ?? []}
      {...form.getInputProps('data.badgeIds')}
    />
  )
}

function LimitFields({ form }: FormProps) {
  const { t } = useTranslation('configuration')
  return (
    <Fieldset legend={t('permissions.limits')} radius="md">
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        {LIMITS.map((name) => (
          <NumberInput
            key={name}
            label={t(`permissions.limitNames.${name}`)}
            allowDecimal={false}
            {...form.getInputProps(`data.${name}`)}
          />
        ))}
        {FAVORITE_LIMITS.flatMap((name) =>
          FAVORITE_TYPES.map((type) => (
            <NumberInput
              key={`${name} ${type}`}
              label={t(`permissions.${name}.${type}`)}
              allowDecimal={false}
              {...form.getInputProps(`data.${name}.${type}`)}
            />
          )),
        )}
      </SimpleGrid>
    </Fieldset>
  )
}
