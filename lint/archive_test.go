package lint

import (
	"math/rand/v2"
	"reflect"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cudalint/cudalint/source"
)

// scramble fills a value with random ones, fields that are not exported included.
func scramble(random *rand.Rand, v reflect.Value, files []*source.File) {
	if !v.CanSet() {
		v = reflect.NewAt(v.Type(), unsafe.Pointer(v.UnsafeAddr())).Elem()
	}
	if v.Type() == reflect.TypeFor[*source.File]() {
		if i := random.IntN(len(files) + 1); i < len(files) {
			v.Set(reflect.ValueOf(files[i]))
		}
		return
	}
	switch v.Kind() {
	case reflect.String:
		v.SetString([]string{"", "a", "long\x00text", "é\xff", "b"}[random.IntN(5)])
	case reflect.Bool:
		v.SetBool(random.IntN(2) == 1)
	case reflect.Int, reflect.Int32, reflect.Int64:
		v.SetInt(int64(int32(random.Uint32())) >> random.IntN(31))
	case reflect.Uint8, reflect.Uint32:
		v.SetUint(uint64(random.IntN(256)))
	case reflect.Float64:
		v.SetFloat(random.NormFloat64())
	case reflect.Pointer:
		if random.IntN(3) > 0 {
			v.Set(reflect.New(v.Type().Elem()))
			scramble(random, v.Elem(), files)
		}
	case reflect.Slice:
		if n := random.IntN(4); n > 0 {
			v.Set(reflect.MakeSlice(v.Type(), n-1, n-1))
		}
		fallthrough
	case reflect.Array:
		for i := range v.Len() {
			scramble(random, v.Index(i), files)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			scramble(random, v.Field(i), files)
		}
	default:
		panic("a result holds a " + v.Type().String())
	}
}

// randomResults are results that use every field.
func randomResults(random *rand.Rand, files []*source.File) []*Result {
	var list []*Result
	for range random.IntN(4) {
		r := &Result{}
		scramble(random, reflect.ValueOf(r).Elem(), files)
		if r.Marks != nil {
			r.Accesses = nil // one or the other
		}
		lists := [][]Access{r.Accesses}
		for _, e := range r.Executions {
			lists = append(lists, e.Accesses)
		}
		for _, accesses := range lists {
			for i := range accesses {
				if !accesses[i].Numbers.Known {
					accesses[i].Numbers = Numbers{} // as they are when nothing is known
				}
			}
		}
		list = append(list, r)
	}
	return list
}

var archived = []*source.File{source.NewFile("a.cu", []byte("int a;")), source.NewFile("b/c.cuh", []byte("x"))}

func archivedFile(path string) *source.File {
	for _, f := range archived {
		if f.Path == path {
			return f
		}
	}
	return nil
}

// TestArchive: every field of every type that a result is made of comes back.
func TestArchive(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		list := randomResults(random, archived)
		data, err := Archive(list, archivedFile)
		require.NoError(t, err)
		back, err := Unarchive(data, archivedFile)
		require.NoError(t, err)
		require.Equal(t, list, back)

		for i, r := range list {
			list[i] = r.Counted()
		}
		back, err = UnarchiveCounted(data, archivedFile)
		require.NoError(t, err)
		require.Equal(t, list, back)
	}
}

// TestArchiveOfAnything: bytes that are no archive are an error or a result, never a panic, and no more than a result.
func TestArchiveOfAnything(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	good, err := Archive(randomResults(random, archived), archivedFile)
	require.NoError(t, err)
	require.NotEmpty(t, good)
	for n := range good {
		_, err := Unarchive(good[:n], archivedFile)
		require.Error(t, err, "cut at %d", n)
	}
	for range 2000 {
		bad := append([]byte{}, good...)
		for range 1 + random.IntN(3) {
			bad[random.IntN(len(bad))] = byte(random.Uint32())
		}
		_, _ = Unarchive(bad, archivedFile)
		_, _ = UnarchiveCounted(bad, archivedFile)
	}
	_, err = Unarchive(append(good, 0), archivedFile)
	assert.Error(t, err)
}

func TestArchiveOfOtherFiles(t *testing.T) {
	other := source.NewFile("a.cu", []byte("int b;"))
	r := &Result{Unread: []Unread{{Reason: "x"}}}
	r.Unread[0].Place.File = other
	_, err := Archive([]*Result{r}, archivedFile)
	assert.ErrorContains(t, err, `"a.cu" is no file that a result can be kept with`)
	r.Unread[0].Place.File = archived[0]
	data, err := Archive([]*Result{r}, archivedFile)
	require.NoError(t, err)
	_, err = Unarchive(data, func(string) *source.File { return nil })
	assert.Error(t, err)
}
