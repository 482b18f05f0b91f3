export const selectionMessages = {
  select: 'Select',
  selectOne: (name: string) => `Select ${name}`,
  selected: (count: number) => (count === 0 ? 'Nothing selected' : `${count} selected`)
}
