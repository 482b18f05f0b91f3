/**
 * Creates the helpers for cookies. Cookies have the `__Host-` prefix over HTTPS; on plain HTTP, used only in
 * development, browsers would reject it.
 */
export function createCookies(publicUrl: string) {
  const secure = publicUrl.startsWith('https:')
  const nameOf = (name: string) => (secure ? `__Host-${name}` : name)
  const attributes = `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`

  return {
    read(request: Request, name: string): string | null {
      const wanted = nameOf(name)
      for (const part of (request.headers.get('cookie') ?? '').split(';')) {
        const at = part.indexOf('=')
        if (at > 0 && part.slice(0, at).trim() === wanted) return part.slice(at + 1).trim()
      }
      return null
    },
    write: (name: string, value: string, seconds: number) =>
      `${nameOf(name)}=${value}; ${attributes}; Max-Age=${Math.floor(seconds)}`,
    clear: (name: string) => `${nameOf(name)}=; ${attributes}; Max-Age=0`
  }
}
