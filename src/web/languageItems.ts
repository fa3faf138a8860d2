/** A language that people can name, as the server knows it. */
export interface Language {
  readonly code: string
  readonly name: string
}

/** Languages to choose from, by their names in the language of the page. */
export function languageItems(languages: readonly Language[], language: string) {
  const names = new Intl.DisplayNames(language, { type: 'language' })
  const items = languages.map(({ code, name }) => {
    const label = names.of(code)
    return { value: code, label: label && label !== code ? label : name }
  })
  return items.sort((one, other) => one.label.localeCompare(other.label, language))
}
