import type { Translation } from './translation.ts'

export const translation: Translation = {
  announcement: {
    name: 'Pengumuman',
    dismiss: 'Tutup',
    more: 'Baca selengkapnya',
    types: {
      default: 'Catatan',
      warning: 'Peringatan',
      alarm: 'Penting'
    }
  },
  feedback: { label: 'Masukan' },
  marketplace: {
    title: 'Penawaran publikasi',
    empty: 'Belum ada penawaran',
    failed: 'Penawaran tidak dapat dimuat',
    retry: 'Coba lagi',
    types: {
      article: 'Artikel',
      press_release: 'Siaran pers',
      social_post: 'Postingan media sosial',
      newsletter: 'Buletin',
      banner_placement: 'Ruang banner',
      video: 'Video'
    }
  },
  chat: {
    title: 'Hubungi kami',
    lost: 'Obrolan tidak dapat dimuat. Muat ulang halaman untuk mencoba lagi.',
    elsewhereText: 'Percakapan ada di situs kami sendiri, tempat Anda masuk.',
    go: 'Lanjutkan di {host}',
    loading: 'Memuat percakapan…',
    failed: 'Percakapan tidak dapat dimuat.',
    retry: 'Coba lagi',
    signedOut: 'Masuk agar balasan kami sampai kepada Anda.',
    signIn: 'Masuk',
    elsewhere: 'Kami menjawab di jendela terpisah.',
    openElsewhere: 'Buka obrolan',
    empty: 'Tanyakan apa saja. Percakapan tetap tersimpan di sini.',
    online: 'Kami sedang online.',
    away: 'Kami sedang offline. Kami juga membalas lewat email.',
    older: 'Tampilkan pesan lama',
    you: 'Anda',
    us: 'Dukungan',
    read: 'Dibaca',
    email: 'Alamat email',
    emailWrong: 'Alamat email ini tidak lengkap.',
    letterSent: 'Terkirim. Kami akan membalas lewat email.',
    text: 'Pesan Anda',
    send: 'Kirim',
    picture: 'Tambahkan gambar',
    pictureFrom: 'Gambar dari {name}, {time}',
    notSent: 'Tidak terkirim. Coba lagi.',
    problems: {
      message_empty: 'Tulis pesan.',
      too_many_requests: 'Terlalu banyak pesan. Tunggu satu menit, lalu kirim lagi.'
    },
    uploading: 'Mengunggah gambar',
    ready: 'Gambar Anda, siap dikirim',
    remove: 'Hapus gambar',
    pictureProblems: {
      one_picture: 'Tambahkan satu gambar setiap kali.',
      chat_picture_not_taken: 'Berkas ini bukan gambar PNG, JPEG, GIF, WebP, atau AVIF.',
      chat_picture_too_large: 'Gambar lebih besar dari {size}.',
      chat_picture_unknown: 'Unggahan sudah lebih dari sehari. Coba lagi.',
      too_many_requests: 'Terlalu banyak gambar. Tunggu beberapa menit, lalu coba lagi.',
      failed: 'Gambar tidak dapat diunggah. Coba lagi.'
    },
    close: 'Tutup'
  },
  login: {
    email: 'Alamat email',
    sendCode: 'Kirimi saya kode',
    code: 'Kode akses',
    codeHelp: 'Huruf besar, spasi, dan tanda hubung tidak berpengaruh.',
    codeEmpty: 'Masukkan atau tempel kode.',
    enter: 'Masuk',
    haveCode: 'Saya sudah punya kode',
    byMail: 'Masuk dengan email',
    lost: 'Tidak bisa masuk?',
    newHere: 'Baru di sini? Buat akun',
    haveAccount: 'Saya punya akun',
    agreeBoth: 'Dengan membuat akun, Anda menyetujui [ketentuan layanan] dan [kebijakan privasi].',
    agreeTerms: 'Dengan membuat akun, Anda menyetujui [ketentuan layanan].',
    withoutMail: 'Lanjutkan tanpa alamat email',
    emailWrong: 'Alamat email ini tidak lengkap.',
    sentTo: 'Jika ada akun untuk alamat ini, kode sudah dikirim ke {email}.',
    sentToNew: 'Kode sudah dikirim ke {email}.',
    sentHelp: 'Berlaku selama sepuluh menit di browser ini.',
    again: 'Kirim kode lain',
    againIn: 'Kirim kode lain ({seconds} dtk)',
    create: 'Buat akun',
    proof: 'Memverifikasi bahwa Anda manusia',
    talk: 'Hubungi kami',
    go: 'Lanjutkan di {host}',
    handOff: 'Anda masuk di sana, di jendela baru, lalu kembali ke sini.',
    waiting: 'Menunggu jendela lain…',
    blocked: 'Jendela tidak dapat dibuka. Izinkan pop-up untuk halaman ini, lalu coba lagi.',
    closed: 'Jendela ditutup sebelum Anda masuk.',
    refused: 'Situs ini tidak diizinkan memasukkan Anda.',
    failed: 'Gagal masuk. Coba lagi sebentar lagi.',
    anonymousText:
      'Kami tidak menanyakan siapa Anda, jadi tidak ada yang dapat mengirimkan kode baru. Jika hilang, akun dan uangnya ikut hilang.',
    createAnonymous: 'Buat akun anonim',
    codeOnce: 'Ini kode akun Anda. Kode hanya ditampilkan sekali.',
    copy: 'Salin',
    copied: 'Tersalin',
    download: 'Simpan sebagai berkas',
    kept: 'Saya sudah menyimpan kode di tempat aman',
    done: 'Selesai',
    notYet:
      'Simpan kode dulu: salin, simpan berkasnya, atau centang kotak. Tanpa kode, tidak ada yang dapat membuka akun ini lagi.',
    passkey: 'Tambahkan kunci sandi juga',
    passkeyAdded: 'Kunci sandi ditambahkan. Anda dapat masuk dengannya.',
    passkeyName: 'Kunci sandi {date}',
    fileText: 'Kode akun {site}. Siapa pun yang memiliki kode ini dapat masuk:',
    passkeyWay: 'Gunakan kunci sandi',
    close: 'Tutup',
    titles: {
      GET_SIGN_IN_POPUP: {
        title: 'Masuk',
        description:
          'Tanpa kata sandi. Kami mengirimkan kode lewat email, atau Anda memakai kode akun yang disimpan.'
      },
      ENTER_ACCESS_POPUP: {
        title: 'Masukkan kode akses',
        description: 'Kode akun anonim, atau kode sekali pakai dari email.'
      },
      RESET_PASSWORD_POPUP: {
        title: 'Pulihkan akses',
        description: 'Kami mengirimkan kode sekali pakai ke alamat akun Anda.'
      },
      CHECK_YOUR_EMAIL: { title: 'Periksa email Anda', description: '' },
      CREATE_ACCOUNT: {
        title: 'Buat akun',
        description:
          'Satu akun untuk keduanya: beriklan di situs lain dan hasilkan uang dari situs Anda.'
      },
      ANONYMOUS_SIGN_UP: {
        title: 'Akun anonim',
        description:
          'Anda mendapat satu kode. Itulah akun Anda: siapa pun yang memilikinya dapat masuk.'
      },
      CONFIRM_AN_ACCOUNT: { title: 'Konfirmasikan akun Anda', description: '' }
    },
    failures: {
      unreachable: 'Server tidak dapat dijangkau. Periksa koneksi Anda, lalu coba lagi.',
      unreadable: 'Respons server tidak dapat dibaca. Coba lagi sebentar lagi.',
      internal: 'Terjadi masalah di pihak kami. Tidak ada yang hilang. Coba lagi sebentar lagi.',
      unavailable: 'Layanan sedang tidak tersedia. Coba lagi sebentar lagi.',
      too_many_requests: 'Terlalu banyak percobaan. Tunggu beberapa menit, lalu coba lagi.',
      access_code_wrong: 'Kode ini tidak benar. Periksa, atau minta yang baru.',
      access_code_expired: 'Kode ini sudah kedaluwarsa. Minta yang baru.',
      other: 'Tidak berhasil. Periksa isian Anda, lalu coba lagi.'
    }
  }
}
